/** Limits of the lists that a profile makes. The tables hold the numbers as bounds of `position`. */
export const maxLists = 50
export const maxListWorks = 500
export const listNameLength = { min: 1, max: 40 } as const
