import { endpoints } from '#contract/index.ts'
import {
  captionMaxBytes,
  type CaptionValidation,
  type StudioAssetDetail,
} from '#contract/studio/uploads.ts'
import { formatMarkerTime, uploadsMessages as words } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef, useState } from 'react'
import { acting } from './queries.ts'
import { ScrollArea } from '#web/features/studio/common/scroll-area.tsx'

const { studio_uploads } = endpoints
type Chosen = { key: number; name: string; file: Blob; checked: CaptionValidation }

/** By its name, for the server reads what is in it. */
const typed = (file: File) =>
  new Blob([file], { type: /\.vtt$/i.test(file.name) ? 'text/vtt' : 'application/x-subrip' })

/** The captions of a film, and the way to others: chosen, looked at, and then kept. */
export function CaptionsPanel({ asset }: { asset: StudioAssetDetail }) {
  const { id, captions, duration } = asset
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isDone, setDone] = useState(false)

  async function look(file: File | undefined) {
    if (!file) return
    if (file.size > captionMaxBytes) return void toasts.show(words.captions_too_big, 'danger')
    const blob = typed(file)
    const query = duration === null ? {} : { duration: Math.ceil(duration) }
    const checked = await acting(
      apiRequest(studio_uploads.checkCaptions, { query }, { file: blob }),
    )
    if (checked) setChosen({ key: performance.now(), name: file.name, file: blob, checked })
  }
  async function remove(language: string, label: string) {
    const yes = await confirmDialog({
      title: words.delete_captions_title,
      detail: words.delete_captions_confirm,
      yes: words.delete_captions(label),
    })
    const given = { params: { id }, query: { language } }
    if (yes) await acting(apiRequest(studio_uploads.deleteCaptions, given), words.captions_deleted)
  }
  return (
    <section aria-labelledby="captions" className="rounded-xl bg-surface p-4">
      <h2 id="captions" className="text-lg font-bold">
        {words.captions}
      </h2>
      <p className="mt-1 mb-3 text-sm text-foreground-subtle">{words.captions_detail}</p>
      {captions.length === 0 ? (
        <p className="text-sm text-foreground-subtle">{words.captions_none}</p>
      ) : (
        <ul className="divide-y divide-border">
          {captions.map(({ language, label }) => (
            <li key={language} className="flex items-center gap-3 text-sm">
              <span className="grow">{label}</span>
              <span className="font-mono text-xs text-foreground-subtle">{language}</span>
              <IconButton
                label={words.delete_captions(label)}
                icon="close"
                onClick={() => void remove(language, label)}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen ? (
        <ChosenCaptions
          key={chosen.key}
          {...{ id, chosen }}
          onOther={() => input.current?.click()}
          onDone={() => {
            setChosen(null)
            setDone(true)
          }}
        />
      ) : (
        <Button
          ref={(button) => {
            // Where the focus was is gone.
            if (isDone) button?.focus()
          }}
          look="outline"
          icon="plus"
          className="mt-3"
          onClick={() => input.current?.click()}
        >
          {words.caption_file}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept=".srt,.vtt,text/vtt"
        className="sr-only"
        tabIndex={-1}
        aria-label={words.caption_input}
        onChange={({ target }) => {
          void look(target.files?.[0])
          target.value = ''
        }}
      />
    </section>
  )
}

function ChosenCaptions({
  id,
  chosen: { name, file, checked },
  onOther,
  onDone,
}: {
  id: number
  chosen: Chosen
  onOther: () => void
  onDone: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [language, setLanguage] = useState<keyof typeof words.languages>('ko')
  const [label, setLabel] = useState<string>(words.languages.ko)
  const [busy, setBusy] = useState(false)
  const { cues, count, faults } = checked
  async function save() {
    setBusy(true)
    const given = { params: { id }, query: { language, label } }
    const done = await acting(
      apiRequest(studio_uploads.saveCaptions, given, { file }),
      words.captions_saved,
    )
    setBusy(false)
    if (done) onDone()
  }
  return (
    <div className="mt-4 rounded-lg bg-surface-raised p-4">
      <h3
        ref={heading}
        tabIndex={-1}
        className="text-sm font-semibold break-all text-foreground outline-none"
      >
        {name}
      </h3>
      {faults.length > 0 ? (
        <div role="alert" className="mt-2">
          <p className="text-sm font-semibold text-danger">{words.caption_faults(faults.length)}</p>
          <p className="mt-0.5 text-xs text-foreground-subtle">{words.caption_fix}</p>
          <ScrollArea label={words.caption_faults(faults.length)} className="mt-2 max-h-60">
            <ul className="space-y-1.5 text-sm">
              {faults.map(({ line, code, detail }) => (
                <li key={`${line} ${code}`}>
                  <span className="mr-2 font-semibold tabular-nums">
                    {words.caption_line(line)}
                  </span>
                  <span className="text-foreground-muted">{detail}</span>
                </li>
              ))}
            </ul>
          </ScrollArea>
        </div>
      ) : (
        <>
          <p className="mt-1 text-xs text-foreground-subtle">{words.caption_count(count)}</p>
          <ScrollArea label={words.caption_count(count)} className="mt-2 max-h-60">
            <ol className="space-y-1.5 text-sm">
              {cues.map(({ start, text }, at) => (
                <li key={at} className="flex gap-3">
                  <span className="w-16 shrink-0 text-foreground-subtle tabular-nums">
                    {formatMarkerTime(start)}
                  </span>
                  <span className="whitespace-pre-line">{plain(text)}</span>
                </li>
              ))}
              {count > cues.length && (
                <li className="text-foreground-subtle">
                  {words.caption_more(count - cues.length)}
                </li>
              )}
            </ol>
          </ScrollArea>
          <div className="mt-4 grid gap-x-3 sm:grid-cols-2">
            <SelectField
              label={words.language}
              value={language}
              onChange={({ target }) => {
                const next = target.value as typeof language
                setLanguage(next)
                setLabel(words.languages[next])
              }}
            >
              {Object.entries(words.languages).map(([code, title]) => (
                <option key={code} value={code}>
                  {title}
                </option>
              ))}
            </SelectField>
            <TextField
              label={words.label}
              value={label}
              maxLength={40}
              onChange={({ target }) => setLabel(target.value)}
            />
          </div>
        </>
      )}
      <div className="mt-3 flex justify-end gap-2.5">
        <Button look="quiet" onClick={onDone}>
          {words.cancel_captions}
        </Button>
        {faults.length > 0 ? (
          <Button look="outline" onClick={onOther}>
            {words.other_captions}
          </Button>
        ) : (
          <Button
            look="primary"
            busy={busy}
            disabled={label.trim() === ''}
            onClick={() => void save()}
          >
            {words.save_captions}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Cue text as it is read: the server leaves `<b>`, `<i>`, `<u>` and three entities in it. */
const plain = (text: string) =>
  text
    .replace(/<\/?[biu]>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
