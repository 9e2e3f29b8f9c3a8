/** Imports of files. The door of their room. */
import type { Room } from '../../api/room.ts'
import { importFile, previewImport } from './operations.ts'

export const importRoom: Room = { name: 'import', operations: [importFile, previewImport] }
