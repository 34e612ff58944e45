import { StartupError } from '#server/shared/startup-error.ts'

/** What no waiting helps against: an unknown role or password, a database that is not there. */
const settled = new Set(['28P01', '28000', '3D000'])

/** Whether an address of a database has to be mended, rather than the database. */
export const isConnectionConfigError = (error: unknown) =>
  settled.has((error as { code?: string } | null)?.code ?? '')

/**
 * One line about a database that could not be opened, without its password.
 * @param name of the variable that holds its address.
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
