import { studio_catalogue, type StudioWork } from '#contract/contents/staff/catalogue.ts'
import { call } from '#web/api/client.ts'
import {
  StaffQueryProvider,
  staffQueryClient,
} from '#web/features/studio/common/staff-query-client.tsx'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { AssetStatus } from '#web/features/studio/uploads/asset-table.tsx'
import { assetQuery, assetsQuery } from '#web/features/studio/uploads/queries.ts'
import { uploadQueue, useUploads } from '#web/features/studio/uploads/upload-queue.ts'
import { VideoInput } from '#web/features/studio/uploads/video-input.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { studioCatalogMessages } from '../messages.ko.ts'
import { useWorkMutation } from '../queries.ts'

const messages = studioCatalogMessages.trailer
/** Films without a place in the catalogue that the dialog offers, the newest first. */
const offeredFilms = 50

/** The trailer of a work: uploaded here, or chosen from films that no episode shows. Changes apply at once. */
export function TrailerPanel({ work: { id, trailer_asset_id } }: { work: StudioWork }) {
  const input = useRef<HTMLInputElement>(null)
  const isUploading = useUploads().some((item) => item.trailer_of === id && item.state !== 'done')
  const change = useWorkMutation(
    (asset_id: number | null) =>
      call(studio_catalogue.setTrailer, { params: { id }, body: { asset_id } }),
    { toast: (_, asset_id) => (asset_id === null ? messages.removed : messages.set) },
  )
  useEffect(
    () =>
      uploadQueue.onComplete(
        () => void staffQueryClient.invalidateQueries({ queryKey: studioKeys.title(id) }),
      ),
    [id],
  )
  async function choose() {
    const assetId = await dialogs.open<number | null>({ label: messages.choose_title }, (close) => (
      <StaffQueryProvider>
        <FilmChoice onChoose={close} onClose={() => close(null)} />
      </StaffQueryProvider>
    ))
    if (assetId) change.submit(assetId)
  }
  return (
    <div>
      <p className="text-sm text-foreground-subtle">{messages.detail}</p>
      {trailer_asset_id === null ? (
        <p className="mt-2 text-sm">{isUploading ? messages.uploading : messages.none}</p>
      ) : (
        <TrailerFilm id={trailer_asset_id} />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" icon="plus" onClick={() => input.current?.click()}>
          {messages.upload}
        </Button>
        <Button variant="outline" busy={change.isPending} onClick={() => void choose()}>
          {messages.choose}
        </Button>
        {trailer_asset_id !== null && (
          <Button variant="ghost" busy={change.isPending} onClick={() => change.submit(null)}>
            {messages.remove}
          </Button>
        )}
      </div>
      <VideoInput
        ref={input}
        label={messages.title}
        onFiles={(files) => uploadQueue.add(files, { trailer_of: id })}
      />
    </div>
  )
}

/** The film of a trailer, with a link to its page. */
function TrailerFilm({ id }: { id: number }) {
  const { data: asset } = useQuery(assetQuery(id, useIsLive()))
  if (!asset) return null
  return (
    <div className="mt-2 rounded-card bg-surface p-3">
      <Link
        to={`${studioUploadsPath}/${id}`}
        className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm font-semibold break-all hover:underline"
      >
        {asset.source_name}
        {asset.duration !== null && (
          <span className="text-xs font-normal text-foreground-subtle tabular-nums">
            {formatDuration(Math.round(asset.duration))}
          </span>
        )}
      </Link>
      <AssetStatus asset={asset} />
    </div>
  )
}

function FilmChoice({
  onChoose,
  onClose,
}: {
  onChoose: (asset_id: number) => void
  onClose: () => void
}) {
  const isLive = useIsLive()
  const films = useQuery(assetsQuery({ show: 'unplaced', limit: offeredFilms, offset: 0 }, isLive))
  const usable = films.data?.results.filter(({ state }) => state !== 'failed')
  return (
    <DialogBody title={messages.choose_title} onClose={onClose}>
      {films.isError ? (
        <ErrorState isRetrying={films.isFetching} onRetry={() => void films.refetch()} />
      ) : usable?.length === 0 ? (
        <EmptyState icon="film_reel" title={messages.choose_empty}>
          {messages.choose_empty_detail}
        </EmptyState>
      ) : (
        <ul className="max-h-[min(20rem,45dvh)] overflow-y-auto">
          {usable?.map(({ id, source_name, duration }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 py-2 text-left text-sm text-foreground hover:bg-surface-raised focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 break-all">{source_name}</span>
                {duration !== null && (
                  <span className="shrink-0 text-foreground-subtle tabular-nums">
                    {formatDuration(Math.round(duration))}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DialogBody>
  )
}
