export const taskFiles: Readonly<Record<string, string>>
