import { studioServiceMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextArea } from '#web/ui/forms/form-controls.tsx'
import { RichText } from '#web/ui/layout/rich-text.tsx'
import { useEffect, useRef } from 'react'

const messages = studioServiceMessages.texts

/** What each button puts around or before what is selected. */
const marks = [
  { name: messages.bold, before: '**', after: '**', sample: messages.bold_sample, isLine: false },
  {
    name: messages.heading,
    before: '## ',
    after: '',
    sample: messages.heading_sample,
    isLine: true,
  },
  { name: messages.list, before: '- ', after: '', sample: messages.list_sample, isLine: true },
  {
    name: messages.link,
    before: '[',
    after: '](https://)',
    sample: messages.link_sample,
    isLine: false,
  },
] as const

/** A text with marks (contract/marked-text.ts), and beside it what viewers will see. */
export function RichTextField({
  label,
  value,
  max,
  onChange,
}: {
  label: string
  value: string
  max: number
  onChange: (value: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  /** What is to be selected once the new text stands. */
  const selected = useRef<[number, number] | null>(null)
  const field = () => box.current?.querySelector('textarea')
  useEffect(() => {
    if (!selected.current) return
    field()?.focus()
    field()?.setSelectionRange(...selected.current)
    selected.current = null
  }, [value])

  function put({ before, after, sample, isLine }: (typeof marks)[number]) {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = field() ?? {}
    const chosen = value.slice(from, to) || sample
    const lead = isLine && from > 0 && value[from - 1] !== '\n' ? '\n' : ''
    const inside = isLine ? chosen.replaceAll('\n', `\n${before}`) : chosen
    const start = from + lead.length + before.length
    selected.current = [start, start + inside.length]
    onChange(value.slice(0, from) + lead + before + inside + after + value.slice(to))
  }

  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
      <div ref={box}>
        <div role="group" aria-label={messages.marks} className="mb-3 flex flex-wrap gap-1.5">
          {marks.map((mark) => (
            <Button
              key={mark.name}
              look="outline"
              className="px-3.5 text-sm"
              onClick={() => put(mark)}
            >
              {mark.name}
            </Button>
          ))}
        </div>
        <TextArea
          label={label}
          hint={messages.help}
          rows={18}
          required
          maxLength={max}
          used={value.length}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <section aria-label={messages.preview} className="min-w-0">
        <h2 className="mb-3 flex items-center text-base font-bold xl:h-11">{messages.preview}</h2>
        {/* In line with the label of the text beside it. */}
        <p className="mb-2 text-sm text-foreground-subtle">{messages.preview_detail}</p>
        <div className="min-h-40 rounded-xl bg-surface p-5 md:p-6">
          {value.trim() === '' ? (
            <p className="text-sm text-foreground-subtle">{messages.preview_empty}</p>
          ) : (
            <RichText source={value} top={3} />
          )}
        </div>
      </section>
    </div>
  )
}
