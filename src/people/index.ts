/** People: accounts, their sessions and tokens, how they sign in, the members of groups, and what is kept of a person. The door of the room. */
import type { Room } from '../api/room.ts'
import { inviteUser, readReset, requestReset, useReset } from './invitations.ts'
import { listCandidates, listMembers, removeOneMember, setOneMember } from './members.ts'
import {
  beginFactor,
  confirmFactor,
  confirmNewEmail,
  endFactor,
  endSession,
  listSessions,
  readFactor,
  removeFactor,
} from './own-account.ts'
import { eraseOnePerson, exportOnePerson } from './persons.ts'
import { changeSignIn, readSignIn, signInWithPassword, signOut, whoAmI } from './sessions.ts'
import {
  createFeed,
  createOneToken,
  listFeeds,
  listTokens,
  revokeFeed,
  revokeOneToken,
} from './tokens-and-feeds.ts'
import {
  addOneUser,
  changeOneUser,
  endSessions,
  listUsers,
  readUser,
  removeOneUser,
  transferItems,
} from './user-operations.ts'

export const peopleRoom: Room = {
  name: 'people',
  operations: [
    whoAmI,
    signInWithPassword,
    signOut,
    listUsers,
    addOneUser,
    changeOneUser,
    removeOneUser,
    transferItems,
    endSessions,
    listTokens,
    createOneToken,
    revokeOneToken,
    listFeeds,
    createFeed,
    revokeFeed,
    readUser,
    confirmNewEmail,
    inviteUser,
    listSessions,
    endSession,
    readFactor,
    beginFactor,
    removeFactor,
    confirmFactor,
    endFactor,
    requestReset,
    readReset,
    useReset,
    readSignIn,
    changeSignIn,
    listMembers,
    listCandidates,
    setOneMember,
    removeOneMember,
    exportOnePerson,
    eraseOnePerson,
  ],
}
