/** A reason not to start that its reader can act on: printed as it is, without a stack. */
export class StartupError extends Error {}

/** Words for what the operating system refused while starting; undefined for what only a programmer can act on. */
export function startupErrorMessage(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  const fault = error as NodeJS.ErrnoException | undefined
  const where = fault?.path ? ` ${fault.path}` : ''
  switch (fault?.code) {
    case 'EADDRINUSE':
      return `Port ${(fault as { port?: number }).port} is taken: stop what listens there, or set PORT to another.`
    case 'EACCES':
    case 'EPERM':
      // Ports below 1024 are the system's.
      if (fault.syscall === 'listen')
        return `Not allowed to listen on port ${(fault as { port?: number }).port}: set PORT to another.`
      return `Not allowed to write${where}: give this user the folder, or set DATA_DIR to another.`
    case 'EROFS':
      return `The file system of${where} is read-only: set DATA_DIR to a folder that can be written.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${(fault as { address?: string }).address}: set HOST to one it has.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full${where && ` (${fault.path})`}: free some room and start again.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${fault.path} is not a folder: set DATA_DIR to one.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case '57P01':
    case '57P02':
    case '57P03':
      return `The database does not answer yet (${fault.code}).`
    // PostgreSQL's `insufficient_privilege`.
    case '42501':
      return `The database says: ${fault.message}. Is the role of DATABASE_URL a member of hanpyeon_app?`
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open: raise the limit (ulimit -n) and start again.'
    default:
      return undefined
  }
}
