"""One match at one table of seats: who sits there, what each is asked, and what each has heard."""
