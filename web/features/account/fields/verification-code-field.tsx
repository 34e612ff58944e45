import { codeLength } from '#contract/accounts/account-rules.ts'
import { accountFieldMessages } from './messages.ko.ts'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type SyntheticEvent,
} from 'react'
import type { VerificationCode } from './code-timer.ts'
import { formatCountdown, useCountdown } from '#web/lib/use-countdown.ts'
import { Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'

const messages = accountFieldMessages.code
const places = Array.from({ length: codeLength }, (_, at) => at)

type CodeFieldProps = {
  /** The code that was sent: `codeSentNow(answer)`, after lengthening `codeExtended(answer, before)`. */
  code: VerificationCode
  /** Six digits are there. Called once for each time they become six; Enter in a form is the form's own. */
  onComplete(digits: string): void
  /** What is typed so far, for a button that waits for six. */
  onChange?(digits: string): void
  onExtend(): void
  onResend(): void
  /** What is wrong with the digits, in the server's words. The digits stay, chosen, so that typing replaces them. */
  error?: string | undefined
  /** The code cannot be used any more (`code_expired`), whatever the clock says. */
  ended?: boolean
  /** Being checked, lengthened or sent again: nothing can be pressed meanwhile. */
  busy?: boolean
  /** Whether it takes the focus when it appears and when something is wrong; where it stands for show, it does not. */
  focuses?: boolean
  label?: string
  /** For the name of the field in the form. */
  name?: string
}

/**
 * Six digits from a mail or an SMS: one real field, drawn as six boxes, so that pasting, one-time-code autofill,
 * selecting and screen readers work as with any other. Under it the time that is left, its lengthening (once) and
 * asking for another code. It takes the focus when it appears, and when a code has been sent again or lengthened.
 */
export function VerificationCodeField({
  code,
  onComplete,
  onChange,
  onExtend,
  onResend,
  error,
  ended = false,
  busy = false,
  focuses = true,
  label = messages.label,
  name = 'code',
}: CodeFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [digits, setDigits] = useState('')
  const [chosen, setChosen] = useState(false)
  const [inside, setInside] = useState(false)
  const left = useCountdown(code.expires_at)
  const over = ended || left === 0

  const [news, setNews] = useState<string>()
  const before = useRef(code)
  const changed = useEffectEvent(() => {
    if (code.resend_at > before.current.resend_at) {
      setDigits('')
      onChange?.('')
      setNews(messages.sent_again)
    } else if (code.expires_at > before.current.expires_at) {
      setNews(messages.extended(Math.round((code.expires_at - Date.now()) / 60_000)))
    }
    before.current = code
    // The button that asked for it may be gone.
    if (focuses) input.current?.focus()
  })
  useEffect(() => changed(), [code.expires_at, code.resend_at])
  // What is wrong is typed over.
  useEffect(() => {
    if (!error || !focuses) return
    input.current?.focus()
    input.current?.select()
  }, [error, busy, focuses])

  function take(text: string) {
    const next = parseVerificationCode(text)
    if (next === digits) return
    setDigits(next)
    setNews(undefined)
    onChange?.(next)
    if (next.length === codeLength && !busy && !over) onComplete(next)
  }
  /** The field's own length would cut “인증번호 123456” before its figures. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = parseVerificationCode(event.clipboardData.getData('text'))
    if (text.length < codeLength) return
    event.preventDefault()
    take(text)
  }
  function look({
    currentTarget: { value, selectionStart, selectionEnd },
  }: SyntheticEvent<HTMLInputElement>) {
    setChosen(value !== '' && selectionStart === 0 && selectionEnd === value.length)
  }

  const note = error ?? (over ? messages.ended : (news ?? messages.hint))
  const wrong = Boolean(error) || over
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <Clock left={over ? 0 : left} />
      </div>
      <div className="relative">
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          value={digits}
          readOnly={busy || over}
          aria-describedby={`${id}-note`}
          aria-invalid={wrong || undefined}
          onChange={(event) => take(event.target.value)}
          onPaste={paste}
          onSelect={look}
          onFocus={() => setInside(true)}
          onBlur={() => {
            setInside(false)
            setChosen(false)
          }}
          className="peer absolute inset-0 z-raised w-full cursor-text rounded-lg bg-transparent text-center text-transparent caret-transparent selection:bg-transparent selection:text-transparent"
        />
        <div aria-hidden="true" className="grid grid-cols-6 gap-1.5 sm:gap-2.5">
          {places.map((at) => (
            <span
              key={at}
              className={`tabular-nums flex h-14 items-center justify-center rounded-lg text-2xl font-bold transition-colors duration-(--duration-fast) ${boxLook(
                {
                  wrong,
                  chosen,
                  over,
                  next: inside && !over && at === Math.min(digits.length, codeLength - 1),
                },
              )}`}
            >
              {digits[at] ??
                (inside && !over && at === digits.length && (
                  <span className="h-6 w-0.5 animate-[fade-in_700ms_steps(2)_infinite_alternate] rounded-full bg-accent" />
                ))}
            </span>
          ))}
        </div>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={`mt-2 flex min-h-5 items-center gap-1 text-xs ${wrong ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {busy ? (
          <>
            <Spinner className="size-3.5" />
            {messages.checking}
          </>
        ) : (
          <>
            {wrong && <Icon name="warning" className="size-3.5" />}
            {note}
          </>
        )}
      </p>
      <div className="mt-1 -ml-3 flex flex-wrap">
        {code.can_extend && !over && (
          <Quiet busy={busy} onClick={onExtend}>
            {messages.extend}
          </Quiet>
        )}
        <Resend at={code.resend_at} busy={busy} onClick={onResend} />
      </div>
    </div>
  )
}

function boxLook(box: { wrong: boolean; chosen: boolean; over: boolean; next: boolean }): string {
  if (box.over) return 'bg-surface text-foreground-subtle inset-ring inset-ring-border-strong'
  if (box.chosen) return 'bg-accent-subtle inset-ring-2 inset-ring-accent'
  if (box.wrong) return 'bg-surface-raised inset-ring-2 inset-ring-danger'
  return `bg-surface-raised inset-ring ${box.next ? 'inset-ring-2 inset-ring-accent' : 'inset-ring-control-border/70'}`
}

/** The time left: seen every second, said at one minute. (That it is over, the note says.) */
function Clock({ left }: { left: number }) {
  const [said, setSaid] = useState('')
  const before = useRef(left)
  useEffect(() => {
    if (before.current > 60 && left <= 60 && left > 0) setSaid(messages.one_minute)
    else if (left === 0 || left > 60) setSaid('')
    before.current = left
  }, [left])
  return (
    <>
      <span className={`text-sm ${left <= 60 ? 'text-danger' : 'text-accent'}`}>
        <span className="sr-only">{messages.left} </span>
        <time role="timer" aria-live="off" className="font-semibold">
          {formatCountdown(left)}
        </time>
      </span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

function Resend({ at, busy, onClick }: { at: number; busy: boolean; onClick: () => void }) {
  const wait = useCountdown(at)
  return (
    <Quiet busy={busy || wait > 0} onClick={onClick}>
      {wait > 0 ? messages.resend_in(wait) : messages.resend}
    </Quiet>
  )
}

function Quiet({
  busy,
  onClick,
  children,
}: {
  busy: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={busy}
      className="tabular-nums min-h-11 rounded-lg px-3 text-sm font-semibold text-foreground-muted transition-colors duration-(--duration-fast) hover:bg-surface-raised hover:text-foreground disabled:text-foreground-subtle disabled:hover:bg-transparent"
    >
      {children}
    </button>
  )
}

const whole = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`)
const halves = new RegExp(
  `(?<!\\d)(\\d{${codeLength / 2}})[\\s\\u00b7-](\\d{${codeLength / 2}})(?!\\d)`,
)

/**
 * The code in what somebody typed or pasted: `123 456`, `[한편] 인증번호 123456 (3분)`, full-width figures. Where no
 * group of figures looks like a code, the first figures of all.
 */
export function parseVerificationCode(text: string): string {
  const plain = text.normalize('NFKC')
  const halved = halves.exec(plain)
  return (
    whole.exec(plain)?.[0] ??
    (halved ? `${halved[1]}${halved[2]}` : plain.replace(/\D/g, '').slice(0, codeLength))
  )
}
