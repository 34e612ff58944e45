import { StartupError } from '#server/shared/startup-error.ts'
import { createClient } from './connection.ts'

/** Creates a client for checks at startup. */
export const createStartupClient = (url: string) => createClient(url, { name: 'hanpyeon startup' })

/** Permanent errors: unknown role, wrong password, missing database. */
const configErrorCodes = new Set(['28P01', '28000', '3D000'])

/** Whether the database URL is wrong, as opposed to the database being unavailable. */
export const isConnectionConfigError = (error: unknown) =>
  configErrorCodes.has((error as { code?: string } | null)?.code ?? '')

/**
 * Returns a one-line error for a failed connection, without the password.
 * @param name of the variable with the database URL
 */
export function databaseStartupError(error: unknown, url: string, name: string): StartupError {
  const { code, message } = error as { code?: string; message: string }
  const { host, pathname, username } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  switch (code) {
    case '28P01':
    case '28000':
      return new StartupError(
        `${name}: the server at ${host} does not let "${username}" in with this password.`,
      )
    case '3D000':
      return new StartupError(
        `${name}: there is no database "${database}" at ${host}: create it, or name another.`,
      )
    default:
      return new StartupError(
        `${name}: no PostgreSQL answers at ${host} (${code ?? message}): start it, or set another address.`,
      )
  }
}
