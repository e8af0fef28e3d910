/** Colours of contact states, which no material has; readable on light and dark, and for the colour-blind. */
export const stateColours = { takeOff: 0xf5d800, stick: 0x00cdb8, slide: 0xf0219b } as const;
