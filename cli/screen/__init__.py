"""The table on a screen that stays: boards, hand, panels, narration and prompt, by keys and mouse. Needs Textual."""
