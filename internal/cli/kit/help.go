package kit

// HelpWidth is the length of the longest line of a help text.
const HelpWidth = 90
