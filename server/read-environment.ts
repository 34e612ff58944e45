import { StartupError } from './shared/startup-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const minSecretLength = 32

export type EnvironmentReader = ReturnType<typeof readEnvironment>

/** Reads variables of the environment and collects what is wrong with them. An empty variable is not set. */
export function readEnvironment(env: Environment) {
  const errors: string[] = []
  return {
    env,
    report: (error: string) => void errors.push(error),
    text: (name: string, initial: string) => env[name] || initial,
    integer(name: string, initial: number, min: number, max: number) {
      const raw = env[name]
      if (!raw) return initial
      const value = Number(raw)
      if (/^\d+$/.test(raw) && value >= min && value <= max) return value
      errors.push(`${name} is "${raw}": it takes a whole number from ${min} to ${max}`)
      return initial
    },
    choice<const C extends string>(name: string, choices: readonly C[], initial: C): C {
      const raw = env[name]
      if (!raw) return initial
      if ((choices as readonly string[]).includes(raw)) return raw as C
      errors.push(`${name} is "${raw}": it takes one of ${choices.join(', ')}`)
      return initial
    },
    address(name: string, protocols: readonly string[]) {
      const raw = env[name]
      if (!raw) return undefined
      if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw
      const kinds = protocols.map((protocol) => `${protocol}//…`)
      errors.push(`${name} is not an address of the kind ${kinds.join(' or ')}`)
      return undefined
    },
    secret(name: string, is_required: boolean) {
      const raw = env[name]
      if ((raw?.length ?? 0) >= minSecretLength) return raw
      const fault = raw ? 'is too short' : 'is needed when HOST is not loopback'
      if (raw || is_required) errors.push(`${name} ${fault}: ${minSecretLength} or more characters`)
      return undefined
    },
    /** @throws StartupError with every error */
    throwErrors() {
      if (errors.length > 0)
        throw new StartupError(
          `The configuration does not hold:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
        )
    },
  }
}
