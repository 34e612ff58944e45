/**
 * Files of the site: a port with two adapters, folders of this machine (the default) and a bucket of S3. Domains know
 * names (`media/12/main.m3u8`); which adapter keeps them is decided by the configuration alone.
 */
import { createLocalStorage } from './local-storage.ts'
import type { Storage, StorageFolders } from './storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { S3Config } from './s3-client.ts'

export { StorageUnavailableError, storageNamespaces } from './storage.ts'
export { rememberAbsent } from './remember-absent.ts'
export type { StorageKey, Storage, StorageFolders, StoredFile, ByteRange } from './storage.ts'
export type { S3Config } from './s3-client.ts'

/** The site's files: in a bucket where one is configured, else in folders of this machine. */
export const createStorage = (s3: S3Config | undefined, folders: StorageFolders): Storage =>
  s3 ? createS3Storage(s3, folders) : createLocalStorage(folders)
