"""The games that come with rulerun, one file each."""
