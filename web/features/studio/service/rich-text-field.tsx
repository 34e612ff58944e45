import { studioServiceMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextArea } from '#web/ui/forms/form-controls.tsx'
import { RichText } from '#web/ui/layout/rich-text.tsx'
import { useEffect, useRef } from 'react'

const messages = studioServiceMessages.articles

/** The markup that each button puts around or before the selection. */
const markupButtons = [
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

/** A rich text field (contract/rich-text.ts) with a preview. */
export function RichTextField({
  label,
  value,
  max,
  error,
  onChange,
}: {
  label: string
  value: string
  max: number
  error: string | undefined
  onChange: (value: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  /** The range to select after the next render. */
  const pendingSelection = useRef<[number, number] | null>(null)
  const field = () => box.current?.querySelector('textarea')
  useEffect(() => {
    if (!pendingSelection.current) return
    field()?.focus()
    field()?.setSelectionRange(...pendingSelection.current)
    pendingSelection.current = null
  }, [value])

  function applyMarkup({ before, after, sample, isLine }: (typeof markupButtons)[number]) {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = field() ?? {}
    const selection = value.slice(from, to) || sample
    const lead = isLine && from > 0 && value[from - 1] !== '\n' ? '\n' : ''
    const inner = isLine ? selection.replaceAll('\n', `\n${before}`) : selection
    const start = from + lead.length + before.length
    pendingSelection.current = [start, start + inner.length]
    onChange(value.slice(0, from) + lead + before + inner + after + value.slice(to))
  }

  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
      <div ref={box}>
        <div role="group" aria-label={messages.markup} className="mb-3 flex flex-wrap gap-2">
          {markupButtons.map((button) => (
            <Button
              key={button.name}
              variant="outline"
              className="px-4 text-sm"
              onClick={() => applyMarkup(button)}
            >
              {button.name}
            </Button>
          ))}
        </div>
        <TextArea
          label={label}
          required
          error={error}
          hint={messages.help}
          rows={18}
          maxLength={max}
          counted={value}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <section aria-label={messages.preview} className="min-w-0">
        <h2 className="mb-3 flex items-center text-base font-bold xl:h-11">{messages.preview}</h2>
        {/* The margin matches the label of the adjacent field. */}
        <p className="mb-2 text-sm text-foreground-subtle">{messages.preview_detail}</p>
        <div className="min-h-40 panel p-5 md:p-6">
          {value.trim() === '' ? (
            <p className="text-sm text-foreground-subtle">{messages.preview_empty}</p>
          ) : (
            <RichText source={value} headingLevel={3} />
          )}
        </div>
      </section>
    </div>
  )
}
