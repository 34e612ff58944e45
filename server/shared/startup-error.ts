/** An error the operator can fix; printed without a stack trace. */
export class StartupError extends Error {}

/**
 * Returns the text with which a process or task ends: one line, with the stack of an unexpected error only where `log_level`
 * is debug or trace.
 */
export function fatalErrorText(error: unknown, log_level: string | undefined): string {
  const known = startupErrorMessage(error)
  if (known !== undefined) return known
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (log_level === 'debug' || log_level === 'trace') return stack ?? message
  return `${message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' | ')} (unexpected; LOG_LEVEL=debug shows where)`
}

/** Returns a message for an error of the operating system at startup; undefined for unexpected errors. */
export function startupErrorMessage(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  const cause = error as NodeJS.ErrnoException | undefined
  const path = cause?.path ? ` ${cause.path}` : ''
  switch (cause?.code) {
    case 'EADDRINUSE':
      return `Port ${(cause as { port?: number }).port} is taken: stop what listens there, or set PORT to another.`
    case 'EACCES':
    case 'EPERM':
      // Ports below 1024 are privileged.
      if (cause.syscall === 'listen')
        return `Not allowed to listen on port ${(cause as { port?: number }).port}: set PORT to another.`
      return `Not allowed to write${path}: give this user the folder, or set DATA_DIR to another.`
    case 'EROFS':
      return `The file system of${path} is read-only: set DATA_DIR to a folder that can be written.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${(cause as { address?: string }).address}: set HOST to one it has.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full${path && ` (${cause.path})`}: free some room and start again.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${cause.path} is not a folder: set DATA_DIR to one.`
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
      return `The database does not answer yet (${cause.code}).`
    // PostgreSQL's `undefined_table` and `undefined_column`.
    case '42P01':
    case '42703':
      return `The database is not that of this version (${cause.message}): run npm run migrate, or set DATABASE_URL.`
    // PostgreSQL's `disk_full`.
    case '53100':
      return `The disk of the database is full (${cause.message}): free some room and start again.`
    // PostgreSQL's `insufficient_privilege`.
    case '42501':
      return `The database says: ${cause.message}. Is the role of DATABASE_URL a member of hanpyeon_app?`
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open: raise the limit (ulimit -n) and start again.'
    default:
      return undefined
  }
}
