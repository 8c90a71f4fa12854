/// The sprites of a body in the shape of PokeAPI's pokemon.
enum EmptySprites {
    /// The text of sprites of which each set has one image.
    static func text(front: String) -> String {
        template.joined().split(separator: "FRONT", omittingEmptySubsequences: false)
            .joined(separator: front)
    }

    private static let template = [
        #"{"back_default":null,"back_female":null,"back_shiny":null,"back_shiny_female":null,"#,
        #""front_default":"FRONT","front_female":null,"front_shiny":null,"#,
        #""front_shiny_female":null,"other":{"dream_world":{"front_default":"FRONT","#,
        #""front_female":null},"home":{"front_default":"FRONT","front_female":null,"#,
        #""front_shiny":null,"front_shiny_female":null},"#,
        #""official-artwork":{"front_default":"FRONT","front_shiny":null},"#,
        #""showdown":{"back_default":null,"back_female":null,"back_shiny":null,"#,
        #""back_shiny_female":null,"front_default":"FRONT","front_female":null,"#,
        #""front_shiny":null,"front_shiny_female":null}},"#,
        #""versions":{"generation-i":{"red-blue":{"back_default":null,"back_gray":null,"#,
        #""back_transparent":null,"front_default":"FRONT","front_gray":null,"#,
        #""front_transparent":null},"yellow":{"back_default":null,"back_gray":null,"#,
        #""back_transparent":null,"front_default":"FRONT","front_gray":null,"#,
        #""front_transparent":null}},"generation-ii":{"crystal":{"back_default":null,"#,
        #""back_shiny":null,"back_shiny_transparent":null,"back_transparent":null,"#,
        #""front_default":"FRONT","front_shiny":null,"front_shiny_transparent":null,"#,
        #""front_transparent":null},"gold":{"back_default":null,"back_shiny":null,"#,
        #""front_default":"FRONT","front_shiny":null,"front_transparent":null},"#,
        #""silver":{"back_default":null,"back_shiny":null,"front_default":"FRONT","#,
        #""front_shiny":null,"front_transparent":null}},"#,
        #""generation-iii":{"emerald":{"front_default":"FRONT","front_shiny":null},"#,
        #""firered-leafgreen":{"back_default":null,"back_shiny":null,"front_default":"FRONT","#,
        #""front_shiny":null},"ruby-sapphire":{"back_default":null,"back_shiny":null,"#,
        #""front_default":"FRONT","front_shiny":null}},"#,
        #""generation-iv":{"diamond-pearl":{"back_default":null,"back_female":null,"#,
        #""back_shiny":null,"back_shiny_female":null,"front_default":"FRONT","#,
        #""front_female":null,"front_shiny":null,"front_shiny_female":null},"#,
        #""heartgold-soulsilver":{"back_default":null,"back_female":null,"back_shiny":null,"#,
        #""back_shiny_female":null,"front_default":"FRONT","front_female":null,"#,
        #""front_shiny":null,"front_shiny_female":null},"platinum":{"back_default":null,"#,
        #""back_female":null,"back_shiny":null,"back_shiny_female":null,"#,
        #""front_default":"FRONT","front_female":null,"front_shiny":null,"#,
        #""front_shiny_female":null}},"#,
        #""generation-ix":{"scarlet-violet":{"front_default":"FRONT","front_female":null}},"#,
        #""generation-v":{"black-white":{"animated":{"back_default":null,"back_female":null,"#,
        #""back_shiny":null,"back_shiny_female":null,"front_default":"FRONT","#,
        #""front_female":null,"front_shiny":null,"front_shiny_female":null},"#,
        #""back_default":null,"back_female":null,"back_shiny":null,"back_shiny_female":null,"#,
        #""front_default":"FRONT","front_female":null,"front_shiny":null,"#,
        #""front_shiny_female":null}},"#,
        #""generation-vi":{"omegaruby-alphasapphire":{"front_default":"FRONT","#,
        #""front_female":null,"front_shiny":null,"front_shiny_female":null},"#,
        #""x-y":{"front_default":"FRONT","front_female":null,"front_shiny":null,"#,
        #""front_shiny_female":null}},"generation-vii":{"icons":{"front_default":"FRONT","#,
        #""front_female":null},"ultra-sun-ultra-moon":{"front_default":"FRONT","#,
        #""front_female":null,"front_shiny":null,"front_shiny_female":null}},"#,
        #""generation-viii":{"brilliant-diamond-shining-pearl":{"front_default":"FRONT","#,
        #""front_female":null},"icons":{"front_default":"FRONT","front_female":null}}}}"#,
    ]
}
