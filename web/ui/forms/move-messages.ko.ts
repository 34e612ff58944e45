export const moveMessages = {
  move_up: (name: string) => `‘${name || '빈 줄'}’ 위로`,
  move_down: (name: string) => `‘${name || '빈 줄'}’ 아래로`,
} as const
