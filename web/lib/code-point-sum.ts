/** Returns the sum of the code points of a text: a stable number from which a component derives the hue of a name or title. */
export const codePointSum = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
