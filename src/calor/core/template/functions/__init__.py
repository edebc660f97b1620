"""The functions of HOT and CloudFormation, by what they work on."""
