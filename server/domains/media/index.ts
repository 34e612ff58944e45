/**
 * Films as files. Invariants:
 * - An asset's states are uploaded → probing → encoding → ready | failed. `ready` is final; `failed` is final unless the
 *   source is kept, then encoding may be retried. A trigger enforces both.
 * - The folder `media/{id}/` is complete before the asset is `ready`, and its URLs are not issued earlier. Its files are
 *   immutable (later captions get new names), so caches may store them indefinitely.
 * - Until then an asset plays in its first rendition, from `media/{id}f/`, which stays as long as addresses of it are valid.
 * - A trigger updates the episode's columns that follow from its asset, in the same transaction.
 * - An episode that plays keeps playing: a replacing film is attached when it is ready.
 * - A paid film is stored encrypted in `media/{id}p/` (`{id}fp`), and its unencrypted folder is removed
 *   (decisions/0027-content-keys).
 * - A trailer is an asset that no episode shows, so that it is never encrypted.
 * - A URL of a film carries a media token, which names its audience (decisions/0026-playback-rights).
 * - Registration and encoding are idempotent: a job may be killed at any point and run again.
 */
export { registerAsset, setTrailer } from './assets/register-asset.ts'
export { type PlayableAsset, readAsset, readPlayable } from './asset-queries.ts'
export { readTrailerAssetId } from './trailer-queries.ts'
export { createFilmRequests } from './encoding/queue-encoding.ts'
export { type AssetFolder } from './encoding/encrypt-asset.ts'
export { readAssetSecret } from './key-queries.ts'
export { renditionsBaseUrl, mediaUrls, previewUrls } from './media-urls.ts'
export { mediaServerModule, mediaWorkerModule } from './registration.ts'
export { createUploadRegistry } from './staff/receive-upload.ts'
