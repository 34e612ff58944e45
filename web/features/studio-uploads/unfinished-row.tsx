import { endpoints } from '#contract/index.ts'
import type { PendingUpload } from '#contract/studio/uploads.ts'
import { monthDay } from '#web/copy/format.ts'
import { bytesText, placeText, uploadsCopy as words } from '#web/copy/studio-uploads.ts'
import { call } from '#web/data/client.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useRef } from 'react'
import { acting } from './queries.ts'
import { uploadQueue } from './upload-queue.ts'

/** A file of which the beginning is here: chosen again, it goes on from there. */
export function UnfinishedRow({ upload }: { upload: PendingUpload }) {
  const { id, url, name, bytes, received_bytes, expires_at, target_episode: place } = upload
  const input = useRef<HTMLInputElement>(null)
  async function remove() {
    const yes = await confirmed({
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
          <p className="mt-0.5 text-xs text-paper-3 tabular-nums">
            {words.unfinished_row(
              bytesText(received_bytes),
              bytesText(bytes),
              monthDay(expires_at),
            )}
            {place && ` · ${placeText(place)}`}
          </p>
        </div>
        <Button look="outline" icon="retry" onClick={() => input.current?.click()}>
          {words.same_file}
        </Button>
        <IconButton label={words.drop_upload} icon="close" onClick={() => void remove()} />
      </div>
      <div className="mt-2">
        <Progress value={received_bytes / bytes} label={words.progress(name)} />
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
