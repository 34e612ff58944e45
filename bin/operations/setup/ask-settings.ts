import { type Environment } from '#server/read-environment.ts'
import { readConfig } from '#server/config.ts'
import { randomBytes } from 'node:crypto'

type Question = {
  name: string
  text: string
  /** Settings for an empty answer; without them an answer is required. */
  initial?: Environment
  /** Whether the question is skipped, by the answers before. */
  isSkipped?: (answers: Environment) => boolean
}

const withoutPayments = ({ TOSS_SECRET_KEY }: Environment) => !TOSS_SECRET_KEY

/** Settings without a sensible default, in the order in which they are asked for. */
const questions: readonly Question[] = [
  { name: 'SITE_URL', text: 'The address that people type, such as https://hanpyeon.example' },
  {
    name: 'DATABASE_OWNER_URL',
    text: 'PostgreSQL as the owner of the tables: postgres://hanpyeon_owner:PASSWORD@127.0.0.1/hanpyeon',
  },
  {
    name: 'DATABASE_URL',
    text: 'PostgreSQL as the application: postgres://hanpyeon_web:PASSWORD@127.0.0.1/hanpyeon',
  },
  {
    name: 'DATA_DIR',
    text: 'The folder of films and images, or nothing for /var/lib/hanpyeon',
    initial: { DATA_DIR: '/var/lib/hanpyeon' },
  },
  { name: 'SMTP_URL', text: 'The mail server: smtps://USER:PASSWORD@HOST' },
  {
    name: 'MAIL_FROM',
    text: 'The address that mails come from, such as no-reply@hanpyeon.example',
  },
  {
    name: 'SMS_URL',
    text: 'The SMS provider, or nothing to take phone numbers unverified',
    initial: { PHONE_VERIFICATION: 'off' },
  },
  {
    name: 'IDENTITY_URL',
    text: 'PortOne for films for adults: portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY, or nothing',
    initial: {},
  },
  {
    name: 'TOSS_SECRET_KEY',
    text: 'The secret key of Toss Payments, or nothing to sell later',
    initial: {},
  },
  { name: 'TOSS_CLIENT_KEY', text: 'Its client key', isSkipped: withoutPayments },
  { name: 'TOSS_MERCHANT_ID', text: 'Its MID', isSkipped: withoutPayments },
]

/**
 * Asks for every setting until its answer is valid.
 * @param ask returns the trimmed answer to a question.
 * @returns the settings that differ from their defaults; secrets are new and random.
 */
export async function askSettings(
  ask: (question: string) => Promise<string>,
  say: (text: string) => void,
): Promise<Environment> {
  let answers: Environment = {
    TRUST_PROXY: '1',
    MEDIA_TOKEN_SECRET: randomBytes(32).toString('hex'),
    DATA_ENCRYPTION_SECRET: randomBytes(32).toString('hex'),
  }
  for (const question of questions) {
    if (question.isSkipped?.(answers)) continue
    answers = { ...answers, ...(await askUntilValid(question, answers, { ask, say })) }
  }
  return answers
}

async function askUntilValid(
  { name, text, initial }: Question,
  before: Environment,
  { ask, say }: { ask: (question: string) => Promise<string>; say: (text: string) => void },
): Promise<Environment> {
  for (;;) {
    const answer = await ask(`${text}\n${name}=`)
    const settings = answer ? { [name]: answer } : initial
    const problem = settings ? findProblem({ ...before, ...settings }, name) : `${name} is needed`
    if (settings && !problem) return settings
    say(`${problem}. Once more, please.`)
  }
}

/** @returns what the configuration says about a variable, undefined if nothing. Others may be missing still. */
function findProblem(env: Environment, name: string): string | undefined {
  if (env[name]?.includes("'")) return `${name} takes no apostrophe`
  try {
    readConfig(env)
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.replace(/^\s*- /, ''))
    return lines.find((line) => line.startsWith(`${name} `))
  }
  return undefined
}
