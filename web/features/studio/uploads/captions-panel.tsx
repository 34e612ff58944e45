import { useFileInput } from '#web/ui/forms/use-file-input.ts'
import { ScrollArea } from '#web/features/studio/common/scroll-area.tsx'
import {
  studio_uploads,
  captionMaxBytes,
  type CaptionValidation,
  type StudioAssetDetail,
} from '#contract/media/staff.ts'
import { koreanSdh } from '#contract/contents/caption-languages.ts'
import { textEncodingNames } from '#web/features/studio/common/text-encodings.ko.ts'
import { formatMarkerTime, uploadsMessages as messages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { Options, SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { useCheckedValues } from '#web/api/use-checked-values.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { useAssetMutation } from './queries.ts'

type CheckedFile = { key: number; name: string; file: Blob; checked: CaptionValidation }

/** The type follows from the extension; the server inspects the content. */
const toTypedBlob = (file: File) => {
  const extension = /\.(vtt|smi|sami)$/i.exec(file.name)?.[1]?.toLowerCase()
  if (extension === undefined) return new Blob([file], { type: 'application/x-subrip' })
  return new Blob([file], { type: extension === 'vtt' ? 'text/vtt' : 'application/x-sami' })
}

/** The captions of an asset. A new file is checked and previewed before it is saved. */
export function CaptionsPanel({ asset }: { asset: StudioAssetDetail }) {
  const { id, captions, duration } = asset
  const fileInput = useFileInput(checkCaptions)
  const [checkedFile, setCheckedFile] = useState<CheckedFile | null>(null)
  const [isDone, setDone] = useState(false)

  const check = useAssetMutation(
    (file: File) =>
      apiRequest(
        studio_uploads.checkCaptions,
        { query: duration === null ? {} : { duration: Math.ceil(duration) } },
        { file: toTypedBlob(file) },
      ),
    {
      onSuccess: (checked, file) =>
        setCheckedFile({
          key: performance.now(),
          name: file.name,
          file: toTypedBlob(file),
          checked,
        }),
    },
  )
  function checkCaptions(file: File) {
    if (file.size > captionMaxBytes) toasts.show(messages.captions_too_big, 'danger')
    else check.submit(file)
  }
  const removal = useAssetMutation(
    (language: string) =>
      apiRequest(studio_uploads.deleteCaptions, { params: { id }, query: { language } }),
    { toast: messages.captions_deleted },
  )
  async function remove(language: string, label: string) {
    const isConfirmed = await confirmDialog({
      title: messages.delete_captions_title,
      message: messages.delete_captions_confirm,
      confirmLabel: messages.delete_captions(label),
    })
    if (isConfirmed) removal.submit(language)
  }
  return (
    <section aria-labelledby="captions" className="rounded-sheet bg-surface p-4">
      <h2 id="captions" className="text-lg font-bold">
        {messages.captions}
      </h2>
      <p className="mt-1 mb-3 text-sm text-foreground-subtle">{messages.captions_detail}</p>
      {captions.length === 0 ? (
        <p className="text-sm text-foreground-subtle">{messages.captions_none}</p>
      ) : (
        <ul className="divide-y divide-border">
          {captions.map(({ language, label }) => (
            <li key={language} className="flex items-center gap-3 text-sm">
              <span className="grow">{label}</span>
              <span className="font-mono text-xs text-foreground-subtle">{language}</span>
              <IconButton
                label={messages.delete_captions(label)}
                icon="close"
                onClick={() => void remove(language, label)}
              />
            </li>
          ))}
        </ul>
      )}
      {checkedFile ? (
        <ChosenCaptions
          key={checkedFile.key}
          id={id}
          checkedFile={checkedFile}
          onOther={fileInput.open}
          onDone={() => {
            setCheckedFile(null)
            setDone(true)
          }}
        />
      ) : (
        <Button
          ref={(button) => {
            // The element that had focus is gone.
            if (isDone) button?.focus()
          }}
          variant="outline"
          icon="plus"
          className="mt-3"
          onClick={fileInput.open}
        >
          {messages.caption_file}
        </Button>
      )}
      <input
        {...fileInput.inputProps}
        accept=".srt,.vtt,.smi,.sami,text/vtt"
        aria-label={messages.caption_input}
      />
    </section>
  )
}

function ChosenCaptions({
  id,
  checkedFile: { name, file, checked },
  onOther,
  onDone,
}: {
  id: number
  checkedFile: CheckedFile
  onOther: () => void
  onDone: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { tracks } = checked
  const [language, setLanguage] = useState<CaptionLanguage>(() => firstLanguage(tracks, []))
  const [label, setLabel] = useState<string>(messages.languages[language])
  const [saved, setSaved] = useState<readonly CaptionLanguage[]>([])
  const chooseLanguage = (next: CaptionLanguage) => {
    setLanguage(next)
    setLabel(messages.languages[next])
  }
  const { cues, count, faults } = findTrack(tracks, language) ?? { cues: [], count: 0, faults: [] }
  const saving = useAssetMutation(
    () =>
      apiRequest(
        studio_uploads.saveCaptions,
        { params: { id }, query: { language, label } },
        { file },
      ),
    {
      toast: messages.captions_saved,
      onSuccess: () => {
        const done = [...saved, language]
        const next = firstLanguage(tracks, done)
        if (tracks.length === 1 || done.includes(next)) return onDone()
        setSaved(done)
        chooseLanguage(next)
        heading.current?.focus()
      },
    },
  )
  const checkedValues = useCheckedValues(
    studio_uploads.saveCaptions.query,
    { language, label },
    { label: messages.label },
  )
  return (
    <form
      noValidate
      onSubmit={checkedValues.onSubmit(() => saving.submit())}
      className="mt-4 rounded-card bg-surface-raised p-4"
    >
      <h3
        ref={heading}
        tabIndex={-1}
        className="text-sm font-semibold break-all text-foreground outline-none"
      >
        {name}
      </h3>
      <CaptionNotes checked={checked} saved={saved.length} />
      {faults.length > 0 ? (
        <CaptionFaults faults={faults} />
      ) : (
        <>
          <CaptionCues cues={cues} count={count} />
          <div className="mt-4 grid gap-x-3 sm:grid-cols-2">
            <LanguageField tracks={tracks} value={language} onChange={chooseLanguage} />
            <TextField
              label={messages.label}
              required
              error={checkedValues.errorOf('label')}
              value={label}
              maxLength={40}
              onChange={({ target }) => setLabel(target.value)}
            />
          </div>
        </>
      )}
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {messages.cancel_captions}
        </Button>
        {faults.length > 0 ? (
          <Button variant="outline" onClick={onOther}>
            {messages.other_captions}
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            busy={saving.isPending}
            incomplete={checkedValues.isIncomplete}
          >
            {messages.save_captions}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The encoding of a file, lines without text, and how many of its tracks are saved. */
function CaptionNotes({
  checked: { tracks, unreadable_lines, encoding },
  saved,
}: {
  checked: CaptionValidation
  saved: number
}) {
  return (
    <>
      <p className="mt-1 text-xs text-foreground-subtle">{textEncodingNames[encoding]}</p>
      {unreadable_lines.length > 0 && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {messages.caption_unreadable(unreadable_lines)}
        </p>
      )}
      {tracks.length > 1 && (
        <p className="mt-1 text-sm text-foreground-subtle">
          {messages.caption_tracks(tracks.length, saved)}
        </p>
      )}
    </>
  )
}

type CaptionTrack = CaptionValidation['tracks'][number]

function CaptionFaults({ faults }: Pick<CaptionTrack, 'faults'>) {
  return (
    <div role="alert" className="mt-2">
      <p className="text-sm font-semibold text-danger">{messages.caption_faults(faults.length)}</p>
      <p className="mt-1 text-xs text-foreground-subtle">{messages.caption_fix}</p>
      <ScrollArea label={messages.caption_faults(faults.length)} className="mt-2 max-h-60">
        <ul className="space-y-2 text-sm">
          {faults.map(({ line, code, detail }) => (
            <li key={`${line} ${code}`}>
              <span className="mr-2 font-semibold tabular-nums">{messages.caption_line(line)}</span>
              <span className="text-foreground-muted">{detail}</span>
            </li>
          ))}
        </ul>
      </ScrollArea>
    </div>
  )
}

/** The first cues of a track. */
function CaptionCues({ cues, count }: Pick<CaptionTrack, 'cues' | 'count'>) {
  return (
    <>
      <p className="mt-1 text-xs text-foreground-subtle">{messages.caption_count(count)}</p>
      <ScrollArea label={messages.caption_count(count)} className="mt-2 max-h-60">
        <ol className="space-y-2 text-sm">
          {cues.map(({ start, text }, index) => (
            <li key={index} className="flex gap-3">
              <span className="w-16 shrink-0 text-foreground-subtle tabular-nums">
                {formatMarkerTime(start)}
              </span>
              <span className="whitespace-pre-line">{toPlainCueText(text)}</span>
            </li>
          ))}
          {count > cues.length && (
            <li className="text-foreground-subtle">{messages.caption_more(count - cues.length)}</li>
          )}
        </ol>
      </ScrollArea>
    </>
  )
}

function LanguageField({
  tracks,
  value,
  onChange,
}: {
  tracks: readonly CaptionTrack[]
  value: CaptionLanguage
  onChange: (language: CaptionLanguage) => void
}) {
  return (
    <SelectField
      label={messages.language}
      value={value}
      onChange={({ target }) => onChange(target.value as CaptionLanguage)}
    >
      <Options
        values={captionLanguages.filter((code) => findTrack(tracks, code) !== undefined)}
        names={messages.languages}
      />
    </SelectField>
  )
}

const captionLanguages = ['ko', koreanSdh, 'en', 'ja', 'zh', 'es', 'fr'] as const
type CaptionLanguage = (typeof captionLanguages)[number]

/** The captions that the server saves for a language: captions whose language the file does not name suit any. */
const findTrack = (tracks: readonly CaptionTrack[], language: CaptionLanguage) =>
  tracks.length === 1
    ? tracks[0]
    : (tracks.find((track) => track.language === language) ??
      tracks.find((track) => track.language === null))

/** The first language of a file that is not saved yet; Korean if the file names none. */
function firstLanguage(
  tracks: readonly CaptionTrack[],
  saved: readonly CaptionLanguage[],
): CaptionLanguage {
  const named = captionLanguages.filter((code) => tracks.some((track) => track.language === code))
  return named.find((code) => !saved.includes(code)) ?? named[0] ?? 'ko'
}

/** Strips the markup that the server leaves in cue text: `<b>`, `<i>`, `<u>` and three entities. */
const toPlainCueText = (text: string) =>
  text
    .replace(/<\/?[biu]>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
