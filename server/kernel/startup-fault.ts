/** A reason not to start that its reader can act on: printed as one line, without a stack. */
export class StartupFault extends Error {}

/** Words for what the operating system refused while starting; anything else keeps its own message. */
export function explainStartup(error: unknown): string | undefined {
  if (error instanceof StartupFault) return error.message
  const fault = error as NodeJS.ErrnoException
  switch (fault?.code) {
    case 'EADDRINUSE':
      return `Port ${(fault as { port?: number }).port} is taken: stop what listens there, or set PORT to another.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Not allowed to write ${fault.path ?? ''}: give this user the folder, or set DATA_DIR to another.`
    case 'ENOSPC':
      return `The disk is full${fault.path ? ` (${fault.path})` : ''}: free some room and start again.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${fault.path} is not a folder: set DATA_DIR to one.`
    default:
      return undefined
  }
}
