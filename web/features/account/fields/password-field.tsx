import { passwordLength } from '#contract/accounts/account-rules.ts'
import { accountFieldMessages } from './messages.ko.ts'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '#web/ui/base/icon.tsx'
import { passwordStrength } from './password-strength.ts'

const messages = accountFieldMessages.password

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label?: string
  error?: string | undefined
  /** Below the field, while nothing is wrong. */
  hint?: ReactNode
}

/** A password, hidden until asked for. Pasting and password managers work: `autoComplete` says which one it is. */
export function PasswordField({
  label = messages.label,
  error,
  hint,
  autoComplete = 'current-password',
  ...rest
}: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
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
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          className="h-12 w-full rounded-lg bg-surface-raised pr-13 pl-4 text-base text-foreground inset-ring inset-ring-control-border/70 transition-shadow duration-(--duration-fast) placeholder:text-foreground-subtle hover:inset-ring-control-border disabled:opacity-50 aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger"
        />
        <button
          type="button"
          aria-label={messages.show}
          aria-pressed={shown}
          title={shown ? messages.hide : messages.show}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0.5 my-auto flex size-11 items-center justify-center rounded-full text-foreground-subtle hover:text-foreground aria-pressed:text-accent"
        >
          <Icon name="eye" className="size-5.5" />
        </button>
      </div>
      <div
        id={`${id}-note`}
        className={`mt-1.5 min-h-5 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {error ? (
          <p className="flex items-center gap-1">
            <Icon name="warning" className="size-3.5" />
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
 * A new password: what is asked of it is said before, and how it would stand up as it is typed (D-17).
 * @param typed what has been typed so far (`useWatch` of the form).
 * @param personal the address and the name: what others know makes it weaker.
 */
export function NewPasswordField({
  typed,
  personal = [],
  ...rest
}: PasswordFieldProps & { typed: string; personal?: readonly string[] }) {
  return (
    <div>
      <PasswordField autoComplete="new-password" hint={<p>{messages.rules}</p>} {...rest} />
      <StrengthLine typed={typed} personal={personal} />
    </div>
  )
}

const looks = {
  weak: { bars: 1, paint: 'bg-danger', text: 'text-danger' },
  fair: { bars: 2, paint: 'bg-accent', text: 'text-accent' },
  strong: { bars: 3, paint: 'bg-success', text: 'text-success' },
} as const

function StrengthLine({ typed, personal }: { typed: string; personal: readonly string[] }) {
  const strength = passwordStrength(typed, personal)
  const look = looks[strength]
  const missing = passwordLength.min - typed.length
  return (
    <div className="mt-2 mb-3 min-h-9">
      <div aria-hidden="true" className="flex gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={`h-1 grow rounded-full transition-colors duration-(--duration-slow) ${typed && bar <= look.bars ? look.paint : 'bg-surface-high'}`}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 text-xs text-foreground-subtle">
        {typed && (
          <>
            <span className="sr-only">{messages.strength} </span>
            <b className={`font-semibold ${look.text}`}>{messages.strengths[strength]}</b>{' '}
            {missing > 0 ? messages.short(missing) : messages.advice[strength]}
          </>
        )}
      </p>
    </div>
  )
}

/** The same password once more; says whether it is, as soon as it can be told. */
export function ConfirmPasswordField({
  password,
  typed,
  error,
  ...rest
}: PasswordFieldProps & { password: string; typed: string }) {
  const alike = typed !== '' && typed === password
  // While the beginning is right, more may be coming.
  const differs = typed !== '' && !password.startsWith(typed)
  return (
    <PasswordField
      label={messages.confirm}
      autoComplete="new-password"
      {...rest}
      error={alike ? undefined : (error ?? (differs ? messages.does_not_match : undefined))}
      hint={
        alike ? (
          <p className="flex items-center gap-1 text-success">
            <Icon name="check" className="size-3.5" />
            {messages.alike}
          </p>
        ) : (
          <p>{messages.confirm_hint}</p>
        )
      }
    />
  )
}
