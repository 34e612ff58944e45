import { StartupError } from '#server/shared/startup-error.ts'
import { errorLine } from '../command-line.ts'

/** A check of `npm run doctor`. Returns what was found; throws a StartupError that says what to do. */
export type Check = {
  name: string
  /** Whether a server without it is of no use, so that `npm start` beyond loopback refuses it. */
  is_required?: boolean
  run: () => Promise<string>
}

/** `text` is what was found, or what to do if `ok` is false. */
export type CheckResult = { name: string; ok: boolean; is_required: boolean; text: string }

const timeoutMs = 20_000

export async function runCheck({ name, is_required = false, run }: Check): Promise<CheckResult> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new StartupError(`No answer within ${timeoutMs / 1_000} s.`)),
    timeoutMs,
  )
  try {
    return { name, is_required, ok: true, text: await Promise.race([run(), timeout.promise]) }
  } catch (error) {
    return { name, is_required, ok: false, text: errorLine(error) }
  } finally {
    clearTimeout(timer)
  }
}

export const resultLine = ({ name, ok, text }: CheckResult): string =>
  `${ok ? 'ok   ' : 'to do'}  ${name}: ${text}`
