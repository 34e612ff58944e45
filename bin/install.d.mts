export const devTasks: string[]
export const checkTasks: string[]
export function installFor(task: string, root: string, isNodeTooOld: boolean): Promise<void>
