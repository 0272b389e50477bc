"""The front door: what `import rulerun` offers. Its names are listed in the package's `__all__`; the rest may change."""
