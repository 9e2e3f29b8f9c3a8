/** People: accounts, their sessions and tokens, how they sign in, the members of groups, and what is kept of a person. The door of the room. */
import type { Room } from '../api/room.ts'
import { listCandidates, listMembers, removeOneMember, setOneMember } from './operations/members.ts'
import {
  confirmNewEmail,
  endSession,
  inviteUser,
  listSessions,
  readReset,
  requestReset,
  useReset,
} from './operations/own-account.ts'
import { eraseOnePerson, exportOnePerson } from './operations/persons.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  readFactor,
  removeFactor,
} from './operations/second-factor.ts'
import { signInWithPassword, signOut, whoAmI } from './operations/session.ts'
import { changeSignIn, readSignIn } from './operations/sign-in-rules.ts'
import {
  createFeed,
  createOneToken,
  listFeeds,
  listTokens,
  revokeFeed,
  revokeOneToken,
} from './operations/tokens-and-feeds.ts'
import {
  addOneUser,
  changeOneUser,
  endSessions,
  listUsers,
  readUser,
  removeOneUser,
  transferItems,
} from './operations/users.ts'

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
