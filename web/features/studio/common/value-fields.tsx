import { TextField } from '#web/ui/forms/form-controls.tsx'
import { isUnreadable } from '#web/ui/forms/unreadable-fields.ts'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import type * as z from 'zod/mini'
import { fromKstInput, toKstInput } from './form-fields.tsx'
import { studioMessages } from './messages.ko.ts'

const messages = studioMessages.value_fields

type Props<V> = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'ref'
> & {
  value: V | null
  /** Called with whole values alone, null for an empty field. What is half typed keeps the form from being sent. */
  onValue: (value: V | null) => void
}

type TemporalProps = Props<string> & {
  type: 'date' | 'datetime-local'
  toText: (value: string | null) => string
  toValue: (text: string) => string | null
  /** Reports a value when the field is left or Enter is pressed, as for a filter in the address. */
  isLazy?: boolean
  /** Without a visible label, as in the head of a page. */
  isCompact?: boolean
}

function CompactInput({
  label,
  error,
  hint: _,
  counter: __,
  ...rest
}: ComponentProps<typeof TextField>) {
  const id = useId()
  return (
    <span>
      <input
        {...rest}
        aria-label={label}
        {...(error && { 'aria-invalid': true, 'aria-describedby': id })}
        className="h-11 rounded-card bg-surface-raised px-3 text-base inset-ring inset-ring-control-border/70 hover:inset-ring-control-border aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger"
      />
      <span id={id} role="alert" className="mt-1 block max-w-44 text-xs text-danger empty:hidden">
        {error}
      </span>
    </span>
  )
}

function TemporalField({
  type,
  value,
  error,
  toText,
  toValue,
  isLazy = false,
  isCompact = false,
  onValue,
  ...rest
}: TemporalProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isHalf, setHalf] = useState(false)
  const [day, time] = [type === 'date' ? '' : 'T00:00', type === 'date' ? '' : 'T23:59:59']
  // The text stays while it is typed, and follows a value that comes from elsewhere.
  useEffect(() => {
    const field = input.current
    if (field && field !== document.activeElement) field.value = toText(value)
  }, [value, toText])
  function report(field: HTMLInputElement) {
    if (isUnreadable(field)) return
    setHalf(false)
    const next = toValue(field.value)
    if (toText(next) !== toText(value)) onValue(next)
  }
  const Control = isCompact ? CompactInput : TextField
  return (
    <Control
      {...rest}
      ref={input}
      type={type}
      min={`2000-01-01${day}`}
      max={`2099-12-31${time}`}
      defaultValue={toText(value)}
      error={isHalf ? messages.half : error}
      onChange={({ target }) => !isLazy && report(target)}
      // Clearing the last part of a half-typed value changes nothing that `onChange` reports.
      onKeyUp={({ currentTarget, key }) => (!isLazy || key === 'Enter') && report(currentTarget)}
      onBlur={({ target }) => {
        setHalf(isUnreadable(target))
        report(target)
      }}
      onInvalid={(event) => {
        event.preventDefault()
        setHalf(true)
      }}
    />
  )
}

/** An instant, typed in Seoul to the second. */
export const DateTimeField = (props: Props<string>) => (
  <TemporalField
    {...props}
    type="datetime-local"
    step={1}
    toText={toKstInput}
    toValue={fromKstInput}
  />
)

const textOfDay = (day: string | null) => day ?? ''
const dayOfText = (text: string) => text || null

/** A day, as `2026-12-24`. */
export const DateField = (props: Props<string> & Pick<TemporalProps, 'isLazy' | 'isCompact'>) => (
  <TemporalField {...props} type="date" toText={textOfDay} toValue={dayOfText} />
)

const format = (value: number | null) => value?.toLocaleString('ko-KR') ?? ''

/** Parses a whole number, with or without separators; NaN for other text. */
export function parseWholeNumber(text: string): number {
  const digits = text.replaceAll(',', '').trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : NaN
}

/** Returns the least and the greatest number of a field of the contract. */
export function rangeOf(schema: z.core.$ZodType): { min: number; max: number } {
  const { innerType, checks = [] } = schema._zod.def as {
    innerType?: z.core.$ZodType
    checks?: readonly z.core.$ZodCheck[]
  }
  if (innerType) return rangeOf(innerType)
  const bounds = checks.map(({ _zod: { def } }) => def as { check: string; value?: number })
  const valueOf = (name: string) => bounds.find(({ check }) => check === name)?.value ?? NaN
  return { min: valueOf('greater_than'), max: valueOf('less_than') }
}

/** A whole number within the range of its field of the contract. `value` is null while the field is empty. */
export function NumberField({
  schema,
  value,
  isOptional = false,
  error,
  onValue,
  ...rest
}: Props<number> & { schema: z.core.$ZodType; isOptional?: boolean }) {
  const { min, max } = rangeOf(schema)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(format(value))
  const [isChecked, setChecked] = useState(false)
  const parse = (typed: string) => (typed.trim() === '' ? null : parseWholeNumber(typed))
  const number = parse(text)
  const isValid = number === null ? isOptional : number >= min && number <= max
  // A value that comes from elsewhere replaces the text.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (number !== value) setText(format(value))
  }
  const problem = isValid ? '' : messages.number(format(min), format(max))
  useLayoutEffect(() => input.current?.setCustomValidity(problem), [problem])
  return (
    <TextField
      {...rest}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={(text !== '' || isChecked) && !rest.disabled && problem ? problem : error}
      onChange={({ target }) => {
        setText(target.value)
        const next = parse(target.value)
        const isNextValid = next === null ? isOptional : next >= min && next <= max
        if (isNextValid && next !== value) onValue(next)
      }}
      onBlur={() => isValid && setText(format(number))}
      onInvalid={(event) => {
        event.preventDefault()
        setChecked(true)
      }}
    />
  )
}

/** A price in whole won, with separators. */
export const MoneyField = (props: ComponentProps<typeof NumberField>) => (
  <NumberField {...props} counter={messages.won} />
)
