/**
 * Films as files. Invariants:
 * - An asset goes uploaded → probing → encoding → ready | failed; `ready` is an end for good, and `failed` is one unless
 *   its source is kept: then it may begin anew (a trigger holds both).
 * - Its folder `media/{id}/` is whole before the asset is `ready`, and nobody is told of it sooner. Nothing in it ever
 *   changes (captions that come later have names of their own), so any cache may hold it for as long as it likes.
 * - What an episode shows of its asset follows in the same transaction (a trigger again).
 * - An episode that plays goes on playing: a film that replaces another takes its place when it is ready.
 * - A film that is sold lies enciphered, in `media/{id}p/`, and its clear folder is gone (D-41).
 * - A job may be killed anywhere and run again: registering and encoding both come to the same end.
 */
export { encodeAsset } from './encoding/encode-asset.ts'
export { NotAFileError, registerAsset, type NewAsset } from './assets/register-asset.ts'
export { readAsset, readPlayable, type PlayableAsset } from './asset-queries.ts'
export { assetFolder, encryptAssetJob, readAssetSecret } from './encoding/encrypt-asset.ts'
export { decodeImage } from '#server/images/decode-image.ts'
export { storeImage } from '#server/images/store-image.ts'
export { runMediaMaintenance } from './maintenance.ts'
export { cancelAsset, retryAsset } from './assets/cancel-asset.ts'
export { removeCaption, saveCaption, syncCaptions } from './assets/captions.ts'
export { deleteAssetFiles } from './assets/asset-files.ts'
export { readEncodeLog } from './encoding/encode-log.ts'
export { createPosterFromFrame, setPoster } from './assets/poster-frame.ts'
export { deleteAsset, setMarkers, attachAsset } from './assets/attach-asset.ts'
