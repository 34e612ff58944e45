import { endpoints } from '#contract/index.ts'
import type { EpisodeTarget, PendingUpload } from '#contract/studio/uploads.ts'
import {
  formatBytes,
  formatRemaining,
  uploadsMessages as words,
  placementLabel,
} from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { IconButton, Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { EpisodePlacement } from './episode-picker.tsx'
import { acting, filmsChanged } from './queries.ts'
import { type UploadItem, uploadQueue } from './upload-queue.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useRef } from 'react'

/** A file on its way: how far, how fast, how long still, and what one can do. */
export function UploadRow({ sending, id }: { sending: UploadItem; id: number | undefined }) {
  const { key, name, bytes, sent, speed, state, error, place } = sending
  const moving = state === 'sending' && speed > 0
  async function remove() {
    const yes = await confirmDialog({
      title: words.drop_title,
      detail: words.drop_confirm,
      yes: words.drop_yes,
      no: words.drop_no,
    })
    if (yes) void uploadQueue.remove(key).then(() => filmsChanged())
  }
  async function choose(chosen: EpisodeTarget) {
    if (id === undefined) return
    const body = { episode_id: chosen.episode_id }
    const done = await acting(
      call(endpoints.studio_uploads.setUploadTarget, { params: { id }, body }),
      words.placed,
    )
    if (done) uploadQueue.setPlace(key, done.target_episode)
  }
  return (
    <li className="rounded-xl bg-surface px-4 pt-3 pb-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow py-2">
          <p className="text-sm font-semibold break-all">{name}</p>
        </div>
        {state === 'failed' ? (
          <IconButton label={words.again} icon="retry" onClick={() => uploadQueue.resume(key)} />
        ) : state === 'paused' ? (
          <IconButton label={words.resume} icon="play" onClick={() => uploadQueue.resume(key)} />
        ) : (
          <IconButton label={words.pause} icon="pause" onClick={() => uploadQueue.pause(key)} />
        )}
        <IconButton label={words.drop_upload} icon="close" onClick={() => void remove()} />
      </div>
      <ProgressBar value={sent / bytes} label={words.progress(name)} />
      <p
        className={`mt-2 flex flex-wrap gap-x-3 text-xs tabular-nums ${state === 'failed' ? 'text-danger' : 'text-foreground-subtle'}`}
        role={state === 'failed' ? 'alert' : undefined}
      >
        <span>{error ?? words.states[state]}</span>
        <span>{words.sending_of(formatBytes(sent), formatBytes(bytes))}</span>
        {moving && <span>{words.per_second(formatBytes(speed))}</span>}
        {moving && <span>{words.left(formatRemaining((bytes - sent) / speed))}</span>}
      </p>
      <div className="mt-1">
        <EpisodePlacement
          name={name}
          place={place}
          {...(id === undefined ? {} : { onChosen: (chosen) => void choose(chosen) })}
        />
      </div>
    </li>
  )
}

/** A file of which the beginning is here: chosen again, it goes on from there. */
export function IncompleteUploadRow({ upload }: { upload: PendingUpload }) {
  const { id, url, name, bytes, received_bytes, expires_at, target_episode: place } = upload
  const input = useRef<HTMLInputElement>(null)
  async function remove() {
    const yes = await confirmDialog({
      title: words.drop_title,
      detail: words.drop_confirm,
      yes: words.drop_yes,
      no: words.drop_no,
    })
    if (yes) await acting(call(endpoints.studio_uploads.deleteUpload, { params: { id } }))
  }
  function goOn(file: File | undefined) {
    if (!file) return
    if (file.name.normalize('NFC') !== name || file.size !== bytes)
      return void toasts.show(words.other_file, 'danger')
    uploadQueue.goOn(file, url, place)
  }
  return (
    <li className="rounded-xl bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 grow">
          <p className="text-sm font-semibold break-all">{name}</p>
          <p className="mt-0.5 text-xs text-foreground-subtle tabular-nums">
            {words.unfinished_row(
              formatBytes(received_bytes),
              formatBytes(bytes),
              formatMonthDay(expires_at),
            )}
            {place && ` · ${placementLabel(place)}`}
          </p>
        </div>
        <Button look="outline" icon="retry" onClick={() => input.current?.click()}>
          {words.same_file}
        </Button>
        <IconButton label={words.drop_upload} icon="close" onClick={() => void remove()} />
      </div>
      <div className="mt-2">
        <ProgressBar value={received_bytes / bytes} label={words.progress(name)} />
      </div>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.mov,.mp4,.webm"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${words.same_file}: ${name}`}
        onChange={({ target }) => {
          goOn(target.files?.[0])
          target.value = ''
        }}
      />
    </li>
  )
}
