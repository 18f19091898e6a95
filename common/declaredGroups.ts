/** Container groups of one project. Its fields are named as resource arguments are. */
export interface DeclaredGroups {
  readonly profile?: string;
  readonly organizationName: string;
  readonly projectName: string;
  readonly groups: readonly string[];
}
