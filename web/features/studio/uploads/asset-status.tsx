import type { StudioAsset } from '#contract/studio/uploads.ts'
import { uploadsMessages as messages } from './messages.ko.ts'
import { Badge, type BadgeTone } from '#web/ui/base/badge.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'

const tones: Record<StudioAsset['state'], BadgeTone> = {
  uploaded: 'neutral',
  probing: 'accent_subtle',
  encoding: 'accent_subtle',
  ready: 'success',
  failed: 'neutral',
}

/** The status of an asset: state, encoding progress, queue position and failure. */
export function AssetStatus({
  asset,
  inRow = false,
}: {
  asset: StudioAsset
  /** In a table, aligned with the row's button. */
  inRow?: boolean
}) {
  const { state, progress, reason, queue_place, source_name, stage } = asset
  return (
    <div className={`min-w-40 space-y-1.5 ${inRow ? 'md:-space-y-0.5 md:pb-1' : ''}`}>
      <p className={`flex items-center gap-2 ${inRow ? 'md:min-h-11' : ''}`}>
        {state === 'failed' ? (
          <span className="inline-flex h-5.5 items-center rounded-sm bg-danger/15 px-1.75 text-2xs font-bold text-danger">
            {messages.asset_states.failed}
          </span>
        ) : (
          <Badge tone={tones[state]}>
            {state !== 'encoding'
              ? messages.asset_states[state]
              : stage === 'packaging'
                ? messages.packaging
                : messages.encoding(Math.floor(progress * 100))}
          </Badge>
        )}
        {queue_place !== null && state === 'uploaded' && (
          <span className="text-xs text-foreground-subtle tabular-nums">
            {messages.queue(queue_place)}
          </span>
        )}
      </p>
      {state === 'encoding' && (
        <ProgressBar size="sm" value={progress} label={messages.encoding_progress(source_name)} />
      )}
      {reason && (
        <p className={`text-xs ${state === 'failed' ? 'text-danger' : 'text-foreground-subtle'}`}>
          {reason}
        </p>
      )}
    </div>
  )
}
