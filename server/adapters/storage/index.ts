/**
 * File storage: a port with two adapters, local folders (the default) and an S3 bucket. Domains use keys
 * (`media/12/main.m3u8`); the configuration alone selects the adapter.
 */
import { createLocalStorage } from './local-storage.ts'
import type { Storage, StorageFolders } from './storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { S3Config } from './s3-client.ts'

export { StorageUnavailableError, storageNamespaces } from './storage.ts'
export { createPublisher, type PublicPlace } from './publish-file.ts'
export { rememberAbsent } from './remember-absent.ts'
export type {
  ByteRange,
  Storage,
  StorageEntry,
  StorageFolders,
  StorageKey,
  StoredFile,
} from './storage.ts'
export { createS3Client, type S3Client, type S3Config, type S3Object } from './s3-client.ts'

/** Creates the storage: the S3 bucket if one is configured, otherwise local folders. */
export const createStorage = (s3: S3Config | undefined, folders: StorageFolders): Storage =>
  s3 ? createS3Storage(s3, folders) : createLocalStorage(folders)
