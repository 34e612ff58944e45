export const devTasks: string[]
export const checkTasks: string[]
