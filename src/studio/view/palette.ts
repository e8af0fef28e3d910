/** Colours of contact states; readable on light and dark, and for the colour-blind. */
export const stateColours = { takeOff: 0x8d99ae, stick: 0x2ec4b6, slide: 0xff7b39 } as const;
