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
export { encodeAsset } from './encode-asset.ts'
export { NotAFile, registerAsset, type NewAsset } from './register-asset.ts'
export { readAsset, readPlayable, type PlayableAsset } from './queries.ts'
export { folderOf, protectLater, readAssetSecret } from './protect-asset.ts'
export { decodeImage } from './open-picture.ts'
export { storePicture } from './pictures.ts'
export { tendMedia } from './tend-media.ts'
export { cancelAsset, retryAsset } from './cancel-asset.ts'
export { removeCaption, saveCaption, syncCaptions } from './captions.ts'
export { clearAway } from './clear-away.ts'
export { readEncodeLog } from './encode-log.ts'
export { drawFramePoster, setPoster } from './frame-poster.ts'
export { dropAsset, setMarkers, showAsset } from './show-asset.ts'
