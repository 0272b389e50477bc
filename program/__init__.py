"""What a Program is: the contract between the language and everything that plays. It imports no other room."""
