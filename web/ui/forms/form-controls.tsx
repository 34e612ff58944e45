import { countCharacters } from '#contract/core/characters.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { limitAttributes } from './limit-characters.ts'

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Shown beside the label, such as the number of characters. */
  counter?: string
}

const box =
  'w-full rounded-control bg-surface-raised px-4 text-base text-foreground inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle transition-shadow duration-(--duration-fast) hover:inset-ring-control-border aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger disabled:opacity-50'

/** Label, control, and the error or hint, which describes the control for assistive technology. */
function Field({
  label,
  hint,
  error,
  required = false,
  id,
  counter,
  children,
}: FieldProps & {
  required?: boolean | undefined
  id: string
  children: ReactNode
}) {
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {required && (
            <span className="ml-1 text-accent" aria-hidden="true">
              *
            </span>
          )}
        </label>
        {counter && <span className="text-xs text-foreground-subtle tabular-nums">{counter}</span>}
      </div>
      {children}
      <p
        id={`${id}-note`}
        className={`mt-2 flex min-h-5 items-center gap-1 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {error && <Icon name="warning" className="size-4" />}
        {error ?? hint}
      </p>
    </div>
  )
}

const ariaProps = (id: string, error: string | undefined) => ({
  id,
  'aria-describedby': `${id}-note`,
  ...(error ? { 'aria-invalid': true } : {}),
})

/** @param props `maxLength` counts characters, not UTF-16 units. */
export function TextField({
  label,
  hint,
  error,
  counter,
  maxLength,
  onChange,
  ...rest
}: ComponentProps<'input'> & FieldProps) {
  const id = useId()
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      id={id}
      required={rest.required}
      {...(counter && { counter })}
    >
      <input
        {...rest}
        {...limitAttributes(maxLength, onChange)}
        {...ariaProps(id, error)}
        className={`${box} h-12`}
      />
    </Field>
  )
}

/** @param props `maxLength` counts characters, not UTF-16 units; `counted` is the text whose number of them is shown. */
export function TextArea({
  label,
  hint,
  error,
  counted,
  counter: customCounter,
  maxLength,
  onChange,
  ...rest
}: ComponentProps<'textarea'> & FieldProps & { counted?: string }) {
  const id = useId()
  const counter =
    customCounter ??
    (counted !== undefined && maxLength
      ? controlMessages.characters(countCharacters(counted), maxLength)
      : undefined)
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      id={id}
      required={rest.required}
      {...(counter && { counter })}
    >
      <textarea
        rows={5}
        {...rest}
        {...limitAttributes(maxLength, onChange)}
        {...ariaProps(id, error)}
        className={`${box} resize-y py-3`}
      />
    </Field>
  )
}

/** The options of a choice, in the order of `values`. */
export const Options = <T extends string | number>({
  values,
  names,
}: {
  values: readonly T[]
  names: Readonly<Record<T, string>>
}) =>
  values.map((value) => (
    <option key={value} value={value}>
      {names[value]}
    </option>
  ))

/** A native `<select>`; works before hydration. */
export function Select({ className = '', children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`relative inline-flex ${className}`}>
      <select {...rest} className={`${box} h-11 appearance-none pr-10`}>
        {children}
      </select>
      <Icon
        name="chevron_down"
        className="pointer-events-none absolute inset-y-0 right-4 my-auto size-4 text-foreground-subtle"
      />
    </span>
  )
}

export function SelectField({
  label,
  hint,
  error,
  ...rest
}: ComponentProps<'select'> & FieldProps) {
  const id = useId()
  return (
    <Field label={label} hint={hint} error={error} id={id} required={rest.required}>
      <Select {...rest} {...ariaProps(id, error)} className="w-full [&>select]:h-12" />
    </Field>
  )
}

export function Checkbox({
  label,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className="group/check flex min-h-11 items-center gap-3 text-base has-disabled:opacity-50">
      <span className="relative inline-flex">
        <input
          type="checkbox"
          {...rest}
          className="peer size-6 appearance-none rounded-control bg-surface-raised inset-ring-2 inset-ring-control-border transition-colors duration-(--duration-fast) checked:bg-accent checked:inset-ring-accent indeterminate:bg-accent indeterminate:inset-ring-accent"
        />
        <span className="pointer-events-none absolute inset-0 m-auto h-1 w-3 rounded-full bg-on-accent opacity-0 peer-indeterminate:opacity-100" />
        <Icon
          name="check"
          className="pointer-events-none absolute inset-0 m-auto size-4 stroke-[3] text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0"
        />
      </span>
      {label}
    </label>
  )
}

/** A checkbox that takes effect immediately. */
export function Switch({
  label,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-4 text-base has-disabled:opacity-50">
      {label}
      <span className="relative inline-flex">
        <input
          type="checkbox"
          role="switch"
          {...rest}
          className="peer h-7 w-12 appearance-none rounded-full bg-surface-high inset-ring inset-ring-control-border transition-colors duration-(--duration-fast) checked:bg-accent checked:inset-ring-accent"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-foreground transition-transform duration-(--duration-fast) ease-standard forced-colors:bg-[CanvasText] peer-checked:translate-x-5 peer-checked:bg-on-accent" />
      </span>
    </label>
  )
}

/** An error of the form as a whole. */
export function FormAlert({
  className = '',
  children,
}: {
  className?: string
  children: string | null | undefined
}) {
  return (
    <div role="alert" className={`empty:hidden ${className}`}>
      {children && (
        <p className="flex items-start gap-2 rounded-card bg-danger/12 px-4 py-3 text-sm text-foreground inset-ring inset-ring-danger/35">
          <Icon name="warning" className="mt-1 size-5 text-danger" />
          {children}
        </p>
      )}
    </div>
  )
}

/** The one action of a form that fills its column. */
export const SubmitButton = ({ className = '', ...rest }: ComponentProps<typeof Button>) => (
  <Button type="submit" variant="primary" size="lg" {...rest} className={`w-full ${className}`} />
)
