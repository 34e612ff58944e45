/** Code points, as the contract and the database count them: an emoji of two units is one letter. */
export const letterCount = (text: string): number => [...text].length
