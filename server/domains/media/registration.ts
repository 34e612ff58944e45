import type { ServerModule } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { encodeAsset } from './encoding/encode-asset.ts'
import { encryptAssetJob } from './encoding/encrypt-asset.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import { readEncodingGauges, readLostEncodes } from './encode-queue-queries.ts'
import { encodeFirstRendition } from './encoding/encode-first-rendition.ts'
import { enqueueEncoding, enqueueEncryption } from './encoding/queue-encoding.ts'
import { readUnencryptedAssets } from './key-queries.ts'
import { runMediaMaintenance } from './maintenance.ts'
import { purgeFilms } from './purge-films.ts'
import { studioUploadsHandlers } from './staff/handlers.ts'
import { runUploadsMaintenance } from './staff/receive-upload.ts'

export const mediaServerModule = (deps: Parameters<typeof studioUploadsHandlers>[0]) =>
  ({ endpoints: { studio_uploads: studioUploadsHandlers(deps) } }) satisfies ServerModule

export const mediaWorkerModule = (
  deps: Parameters<typeof encodeAsset>[0] &
    Parameters<typeof runMediaMaintenance>[0] &
    Parameters<typeof purgeFilms>[0] &
    Parameters<typeof runUploadsMaintenance>[0],
) =>
  ({
    jobs: {
      encode_asset: {
        lane: 'cpu',
        run: ({ asset_id }, context) => encodeAsset(deps, asset_id, context),
        requeueLost: requeueEach(deps, readLostEncodes, enqueueEncoding),
      },
      // Viewers wait for it (decisions/0017-first-renditions).
      encode_first_rendition: {
        lane: 'urgent',
        run: ({ asset_id }, context) => encodeFirstRendition(deps, asset_id, context),
        requeueLost: {
          not_needed:
            'All renditions follow, and a viewer who opens the episode requests it again.',
        },
      },
      // A film that is now sold cannot be played before it is encrypted.
      encrypt_asset: {
        lane: 'io',
        run: ({ asset_id }, { signal }) => encryptAssetJob(deps, asset_id, signal),
        requeueLost: requeueEach(deps, readUnencryptedAssets, enqueueEncryption),
      },
      // Enqueued by triggers of episodes and series. Films are to be gone from caches within 10 s.
      purge_films: {
        lane: 'io',
        run: (payload, context) => purgeFilms(deps, payload, context),
        requeueLost: {
          not_needed:
            'Servers refuse the films at once, and caches accept addresses from before for six hours at most.',
        },
      },
    },
    tasks: {
      media: (signal) => runMediaMaintenance(deps, signal),
      uploads: () => runUploadsMaintenance(deps),
    },
    gauges: {
      help: {
        encodings_pending: 'Films that are not encoded yet',
        encodings_running: 'Films that are being encoded',
        encodings_stalled:
          'Films that are being encoded, without progress for a quarter of an hour',
        encodings_failed: 'Films whose encoding failed permanently',
      },
      read: () => readEncodingGauges(deps.db, deps.clock.now()),
    },
  }) satisfies WorkerModule
