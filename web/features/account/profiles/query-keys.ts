export const profileKeys = {
  list: ['profiles'],
} as const
