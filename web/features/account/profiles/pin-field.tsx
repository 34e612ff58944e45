import { pinLength } from '#contract/accounts/profile-rules.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { initialFocusRef } from '#web/ui/dialog/dialog.tsx'
import { useEffect, useId, useRef, useState } from 'react'

const positions = Array.from({ length: pinLength }, (_, index) => index)

/**
 * A PIN: one input drawn as boxes of dots, so that paste, selection and screen readers work. An error selects the digits,
 * so that typing replaces them.
 */
export function PinField({
  label,
  value,
  onChange,
  hint,
  error,
  isReadOnly = false,
  isFocusedFirst = false,
}: {
  label: string
  value: string
  onChange: (digits: string) => void
  hint?: string
  error?: string | undefined
  isReadOnly?: boolean
  /** Receives the focus when its dialog opens, and on errors. */
  isFocusedFirst?: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => {
    if (!error || isReadOnly || !isFocusedFirst) return
    input.current?.focus()
    input.current?.select()
  }, [error, isReadOnly, isFocusedFirst])
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold text-foreground">
        {label}
      </label>
      <div className="relative w-fit">
        <input
          ref={(element) => {
            input.current = element
            if (isFocusedFirst) initialFocusRef(element)
          }}
          id={id}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          // Password managers would offer the account's password.
          data-1p-ignore=""
          data-lpignore="true"
          value={value}
          readOnly={isReadOnly}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          onChange={(event) =>
            onChange(event.target.value.normalize('NFKC').replace(/\D/g, '').slice(0, pinLength))
          }
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          className="absolute inset-0 z-raised w-full rounded-lg bg-transparent text-center text-transparent caret-transparent selection:bg-transparent selection:text-transparent"
        />
        <div aria-hidden="true" className="flex gap-2.5">
          {positions.map((index) => (
            <span
              key={index}
              className={`flex h-14 w-12 items-center justify-center rounded-lg bg-surface-raised text-2xl transition-shadow duration-(--duration-fast) ${
                error
                  ? 'inset-ring-2 inset-ring-danger'
                  : isFocused && index === Math.min(value.length, pinLength - 1)
                    ? 'inset-ring-2 inset-ring-accent'
                    : 'inset-ring inset-ring-control-border/70'
              }`}
            >
              {index < value.length && <span className="size-3 rounded-full bg-foreground" />}
            </span>
          ))}
        </div>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={`mt-2 flex min-h-5 items-center gap-1 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {error && <Icon name="warning" className="size-3.5" />}
        {error ?? hint}
      </p>
    </div>
  )
}
