import { StartupError } from './shared/startup-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const minSecretLength = 32

export type EnvironmentReader = ReturnType<typeof readEnvironment>

/**
 * Finds a value whose file was not read as it was meant: it has line ends of Windows, or its reader keeps quotes.
 * @returns the value that was meant, with what to change
 */
function findMisread(raw: string): { meant: string; fault: string } | undefined {
  if (raw.endsWith('\r'))
    return {
      meant: raw.slice(0, -1),
      fault: 'ends with a carriage return: save the file that sets it with Unix line ends',
    }
  const quote = raw[0]
  if ((quote === '"' || quote === "'") && raw.length > 1 && raw.endsWith(quote))
    return {
      meant: raw.slice(1, -1),
      fault: 'has quotes around its value: remove them from the file that sets it',
    }
  return undefined
}

const byteOrderMark = '\ufeff'

/** Reads variables of the environment and collects what is wrong with them. An empty variable is not set. */
export function readEnvironment(env: Environment) {
  const errors = new Set<string>()
  const report = (error: string) => void errors.add(error)
  for (const name of Object.keys(env))
    if (name.startsWith(byteOrderMark))
      report(`${name.slice(1)} is not set: save its file as UTF-8 without a byte order mark`)
  const value = (name: string): string | undefined => {
    const raw = env[name]
    const misread = findMisread(raw ?? '')
    if (!misread) return raw
    report(`${name} ${misread.fault}`)
    return misread.meant
  }
  return {
    value,
    report,
    text: (name: string, initial: string) => value(name) || initial,
    integer(name: string, initial: number, min: number, max: number) {
      const raw = value(name)
      if (!raw) return initial
      const number = Number(raw)
      if (/^\d+$/.test(raw) && number >= min && number <= max) return number
      report(`${name} is "${raw}": it takes a whole number from ${min} to ${max}`)
      return initial
    },
    choice<const C extends string>(name: string, choices: readonly C[], initial: C): C {
      const raw = value(name)
      if (!raw) return initial
      if ((choices as readonly string[]).includes(raw)) return raw as C
      report(`${name} is "${raw}": it takes one of ${choices.join(', ')}`)
      return initial
    },
    address(name: string, protocols: readonly string[]) {
      const raw = value(name)
      if (!raw) return undefined
      if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw
      const kinds = protocols.map((protocol) => `${protocol}//…`)
      report(`${name} is not an address of the kind ${kinds.join(' or ')}`)
      return undefined
    },
    secret(name: string, is_required: boolean) {
      const raw = value(name)
      if ((raw?.length ?? 0) >= minSecretLength) return raw
      const fault = raw ? 'is too short' : 'is needed when HOST is not loopback'
      if (raw || is_required) report(`${name} ${fault}: ${minSecretLength} or more characters`)
      return undefined
    },
    /** @throws StartupError with every error */
    throwErrors() {
      if (errors.size > 0)
        throw new StartupError(
          `The configuration does not hold:\n${Array.from(errors, (error) => `  - ${error}`).join('\n')}`,
        )
    },
  }
}
