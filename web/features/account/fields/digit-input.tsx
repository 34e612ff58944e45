import { codeLength } from '#contract/accounts/account-rules.ts'
import { useState, type ComponentProps, type SyntheticEvent } from 'react'

const positions = Array.from({ length: codeLength }, (_, index) => index)

/** A transparent input over the boxes that show its digits, its selection and its focus. */
export function DigitInput({
  id,
  digits,
  isInvalid,
  isClosed,
  ...props
}: {
  id: string
  digits: string
  isInvalid: boolean
  isClosed: boolean
} & Pick<ComponentProps<'input'>, 'ref' | 'readOnly' | 'onChange' | 'onPaste'>) {
  const [isSelected, setIsSelected] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  function onSelect({
    currentTarget: { value, selectionStart, selectionEnd },
  }: SyntheticEvent<HTMLInputElement>) {
    setIsSelected(value !== '' && selectionStart === 0 && selectionEnd === value.length)
  }
  return (
    <div className="relative">
      <input
        {...props}
        id={id}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        value={digits}
        aria-describedby={`${id}-note`}
        aria-invalid={isInvalid || undefined}
        onSelect={onSelect}
        onFocus={() => setIsFocused(true)}
        onBlur={() => {
          setIsFocused(false)
          setIsSelected(false)
        }}
        className="peer absolute inset-0 z-raised w-full cursor-text rounded-card bg-transparent text-center text-transparent caret-transparent selection:bg-transparent selection:text-transparent"
      />
      <DigitBoxes
        digits={digits}
        isInvalid={isInvalid}
        isSelected={isSelected}
        isClosed={isClosed}
        isFocused={isFocused && !isClosed}
      />
    </div>
  )
}

function DigitBoxes({
  digits,
  isInvalid,
  isSelected,
  isClosed,
  isFocused,
}: {
  digits: string
  isInvalid: boolean
  isSelected: boolean
  isClosed: boolean
  isFocused: boolean
}) {
  return (
    <div aria-hidden="true" className="grid grid-cols-6 gap-2 sm:gap-2">
      {positions.map((index) => (
        <span
          key={index}
          className={`tabular-nums flex h-14 items-center justify-center rounded-control text-2xl font-bold transition-colors duration-(--duration-fast) ${boxClass(
            {
              isInvalid,
              isSelected,
              isClosed,
              next: isFocused && index === Math.min(digits.length, codeLength - 1),
            },
          )}`}
        >
          {digits[index] ??
            (isFocused && index === digits.length && (
              <span className="h-6 w-1 animate-[fade-in_700ms_steps(2)_infinite_alternate] rounded-full bg-accent" />
            ))}
        </span>
      ))}
    </div>
  )
}

function boxClass(box: {
  isInvalid: boolean
  isSelected: boolean
  isClosed: boolean
  next: boolean
}): string {
  if (box.isClosed) return 'bg-surface text-foreground-subtle inset-ring inset-ring-border-strong'
  if (box.isSelected) return 'bg-accent-subtle inset-ring-2 inset-ring-accent'
  if (box.isInvalid) return 'bg-surface-raised inset-ring-2 inset-ring-danger'
  return `bg-surface-raised inset-ring ${box.next ? 'inset-ring-2 inset-ring-accent' : 'inset-ring-control-border/70'}`
}
