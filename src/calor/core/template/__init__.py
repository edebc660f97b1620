"""The template language: HOT and CloudFormation, environments, parameters, functions."""
