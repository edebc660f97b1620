"""The built-in resource types, registered as a third party's would be."""
