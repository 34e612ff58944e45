import { passwordLength } from '#contract/accounts/account-rules.ts'
import { useService } from '#web/lib/service.ts'
import type { checkPasswordPolicy } from '#contract/accounts/password-policy.ts'
import { accountFieldMessages } from './messages.ko.ts'
import { useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '#web/ui/base/icon.tsx'

const messages = accountFieldMessages.password

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label?: string
  error?: string | undefined
  /** Shown below the field unless there is an error. */
  hint?: ReactNode
}

/** A password field with a show button. Pass `autoComplete` for password managers. */
export function PasswordField({
  label = messages.label,
  error,
  hint,
  autoComplete = 'current-password',
  ...inputProps
}: PasswordFieldProps) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...inputProps}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          className="h-12 w-full rounded-control bg-surface-raised pr-13 pl-4 text-base text-foreground inset-ring inset-ring-control-border/70 transition-shadow duration-(--duration-fast) placeholder:text-foreground-subtle hover:inset-ring-control-border disabled:opacity-50 aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger"
        />
        <button
          type="button"
          aria-label={messages.show}
          aria-pressed={isShown}
          title={isShown ? messages.hide : messages.show}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-1 my-auto flex size-11 items-center justify-center rounded-full text-foreground-subtle hover:text-foreground aria-pressed:text-accent"
        >
          <Icon name="eye" className="size-6" />
        </button>
      </div>
      <div
        id={`${id}-note`}
        className={`mt-2 min-h-5 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {error ? (
          <p className="flex items-center gap-1">
            <Icon name="warning" className="size-4" />
            {error}
          </p>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}

/**
 * A new password with its rules and a strength meter.
 * @param typed the current value (`useWatch` of the form).
 * @param member the owner, whose address and name are no passwords.
 */
export function NewPasswordField({
  typed,
  member = unknownMember,
  ...inputProps
}: PasswordFieldProps & { typed: string; member?: PasswordOwner }) {
  return (
    <div>
      <PasswordField autoComplete="new-password" hint={<p>{messages.rules}</p>} {...inputProps} />
      <StrengthLine typed={typed} member={member} />
    </div>
  )
}

const strengthStyles = {
  weak: { bars: 1, background: 'bg-danger', text: 'text-danger' },
  fair: { bars: 2, background: 'bg-accent', text: 'text-accent' },
  strong: { bars: 3, background: 'bg-success', text: 'text-success' },
} as const

type PasswordOwner = { email: string; username: string }
const unknownMember: PasswordOwner = { email: '', username: '' }

/** The rules of the service, with their list of common passwords; null until they have loaded. */
function usePasswordPolicy() {
  const [check, setCheck] = useState<typeof checkPasswordPolicy | null>(null)
  useEffect(() => {
    // Without them, such as offline, the service decides alone.
    void import('#contract/accounts/password-policy.ts').then(
      (policy) => setCheck(() => policy.checkPasswordPolicy),
      () => {},
    )
  }, [])
  return check
}

function StrengthLine({ typed, member }: { typed: string; member: PasswordOwner }) {
  const { email, username } = member
  const { name: service_name } = useService()
  const refusal = usePasswordPolicy()?.(typed, { email, username, service_name })
  const strength = refusal ? 'weak' : passwordStrength(typed, [email, username, service_name])
  const style = strengthStyles[strength]
  const missing = passwordLength.min - typed.length
  return (
    <div className="mt-2 mb-3 min-h-9">
      <div aria-hidden="true" className="flex gap-2">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={`h-1 grow rounded-full transition-colors duration-(--duration-slow) ${typed && bar <= style.bars ? style.background : 'bg-surface-high'}`}
          />
        ))}
      </div>
      <p role="status" className="mt-2 text-xs text-foreground-subtle">
        {typed && (
          <>
            <span className="sr-only">{messages.strength} </span>
            <b className={`font-semibold ${style.text}`}>{messages.strengths[strength]}</b>{' '}
            {missing > 0
              ? messages.too_short(missing)
              : refusal
                ? messages.refusals[refusal]
                : messages.advice[strength]}
          </>
        )}
      </p>
    </div>
  )
}

/** The repeated password; shows a mismatch as soon as it is certain. */
export function ConfirmPasswordField({
  password,
  typed,
  error,
  ...inputProps
}: PasswordFieldProps & { password: string; typed: string }) {
  const matches = typed !== '' && typed === password
  // A correct prefix may still be completed.
  const differs = typed !== '' && !password.startsWith(typed)
  return (
    <PasswordField
      label={messages.confirm}
      autoComplete="new-password"
      {...inputProps}
      error={matches ? undefined : (error ?? (differs ? messages.does_not_match : undefined))}
      hint={
        matches ? (
          <p className="flex items-center gap-1 text-success">
            <Icon name="check" className="size-4" />
            {messages.matches}
          </p>
        ) : (
          <p>{messages.confirm_hint}</p>
        )
      }
    />
  )
}

type PasswordStrength = 'weak' | 'fair' | 'strong'

/** Words that attackers try first; the last row is Korean typed on an English keyboard. */
const commonWords = [
  ...['password', 'passw0rd', 'qwerty', 'iloveyou', 'admin', 'welcome', 'monkey', 'dragon'],
  ...['letmein', 'master', 'login', 'secret', 'hello', 'love', 'korea', 'seoul'],
  ...['비밀번호', '사랑해', '안녕하세요', '대한민국'],
  ...['dkssud', 'tkfkd', 'qlalfqjsgh', 'eogksalsrnr', 'ekffo'],
]
const keyboardRows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

/** Character classes and their sizes. */
const characterClasses: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/(?![A-Za-z])\p{L}/u, 1_000],
  [/[^\p{L}\d]/u, 30],
]

/**
 * Estimates the strength from length and character classes; dictionary words, keyboard or alphabet runs and
 * repetitions count less. Feedback for passwords that the rules permit (`checkPasswordPolicy`).
 * @param personal email address and name, which count little.
 */
export function passwordStrength(
  password: string,
  personal: readonly string[] = [],
): PasswordStrength {
  if (password.length < passwordLength.min) return 'weak'
  const pool = characterClasses.reduce(
    (sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0),
    0,
  )
  const bits = effectiveLength(password, personal) * Math.log2(Math.max(pool, 2))
  return bits < 45 ? 'weak' : bits < 66 ? 'fair' : 'strong'
}

function effectiveLength(password: string, personal: readonly string[]): number {
  let text = password.toLowerCase()
  let count = 0
  const personalParts = personal
    .flatMap((part) => part.toLowerCase().split(/[@.\s]/))
    .filter((part) => part.length > 2)
  for (const word of [...personalParts, ...commonWords]) {
    // A word counts as one and a half characters.
    const pieces = text.split(word)
    count += (pieces.length - 1) * 1.5
    text = pieces.join(' ')
  }
  const letters = [...text]
  const seen = new Set<string>()
  letters.forEach((letter, index) => {
    if (letter === ' ') return
    const before = letters[index - 1] ?? ''
    count += letter === before || areAdjacent(before, letter) ? 0.2 : seen.has(letter) ? 0.6 : 1
    seen.add(letter)
  })
  return count
}

/** Whether two keys are neighbours in a row. */
const areAdjacent = (first: string, second: string): boolean =>
  first !== '' &&
  keyboardRows.some((keys) => keys.includes(first + second) || keys.includes(second + first))
