/** Code points, as the contract and the database count them: an emoji of two units is one letter. */
export const letterCount = (text: string): number => [...text].length

const longLetters = 280
const longLines = 6

/** Whether a review is shown by its beginning at first. */
export const isLong = (text: string): boolean =>
  letterCount(text) > longLetters || text.split('\n').length > longLines
