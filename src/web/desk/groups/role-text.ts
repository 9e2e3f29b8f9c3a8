/** The names of roles in groups. */
import { wordAt } from '../words/index.ts'

/** The label of a role in a group; of one that this version does not know, its name. */
export const groupRoleText = (role: string): string => wordAt(`group-role.${role}`) ?? role
