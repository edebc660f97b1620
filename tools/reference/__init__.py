"""The pages under docs/reference, written from the code: `make reference`."""
